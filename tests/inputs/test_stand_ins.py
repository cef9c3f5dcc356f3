"""One run names what is wrong in every part, also beside a missing essential."""

from pathlib import Path

import pytest

from tests.inputs.request_files import FINETUNE, INFERENCE, PRETRAIN, ROWS, SERVICE, TENDER, changed, problems

CONTEXT = "    max_context_tokens: 32768\n"
LATENCY = "    latency: {tpot_p95_ms: 60}\n"
LENGTHS = "      output_tokens: {mean: 450, p95: 1200}\n"
RATE = "      peak_requests_per_s: 14\n"
TRAFFIC = "    traffic:\n" + RATE + "      input_tokens: {mean: 1800, p95: 6000}\n" + LENGTHS


def paths(folder: Path, text: str, **others: str) -> list[str]:
    """Paths of the problems, in file order."""
    return [line.split(" ")[1].rstrip(":").removeprefix("workloads[0].") for line in problems(folder, text, **others)]


def edited(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        text = changed(old, new, text)
    return text


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([(CONTEXT, ""), ("32B", "32b")], {"max_context_tokens", "model"}),
        ([(CONTEXT, ""), ("    latency", "    engine: vlm\n    latency")], {"max_context_tokens", "engine"}),
        ([(CONTEXT, ""), ("mean: 1800", "mean: 6001")], {"max_context_tokens", "traffic.input_tokens"}),
        ([(LENGTHS, ""), ("mean: 1800", "mean: 6001")], {"traffic.output_tokens", "traffic.input_tokens"}),
        ([("60}", "-6}"), ("32768", "7199")], {"latency.tpot_p95_ms", "max_context_tokens"}),
        ([("    latency", "    cards: {allowed: [x, 4]}\n    latency"), ("32B", "32b")], {"cards.allowed[1]", "model"}),
        # lengths unknown: the context is neither too short nor long enough, the second form has no number
        ([(LENGTHS, ""), ("32768", "3")], {"traffic.output_tokens"}),
        ([("mean: 450", "mean: 0.5"), ("32768", "3")], {"traffic.output_tokens.mean"}),
        ([("mean: 1800, p95: 6000", "p95: 6000"), ("32768", "99999")],
         {"traffic.input_tokens.mean", "max_context_tokens"}),
        # no traffic: `fit` would need no latency, so none is asked for
        ([(TRAFFIC, ""), (LATENCY, "")], {"traffic"}),
        ([(TRAFFIC, ""), ("60}", "60, tokens_per_s_per_user: 99}")], {"traffic", "latency.tokens_per_s_per_user"}),
        # traffic with a fault inside still needs one
        ([(": 14", ": lots"), (LATENCY, "")], {"traffic.peak_requests_per_s", "latency"}),
        ([(RATE, "      users: {active_share: 0.5}\n"), ("32B", "32b")], {"traffic.users.headcount", "model"}),
    ],
)  # fmt: skip
def test_inference(tmp_path: Path, changes: list[tuple[str, str]], expected: set[str]) -> None:
    found = paths(tmp_path, edited(INFERENCE, *changes))
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        (PRETRAIN, [("    deadline_days: 45\n", ""), ("32B", "32b")], {"deadline_days", "model"}),
        (PRETRAIN, [("    sequence_length: 4096\n", ""), ("300e9", "300")], {"sequence_length"}),
        (PRETRAIN, [("    tokens: 300e9\n", "    global_batch_tokens: 4\n")], {"tokens", "global_batch_tokens"}),
        (FINETUNE, [("    method: lora\n", ""), ("50e6", "50")], {"method", "tokens_per_job"}),
        (TENDER, [("precision: fp16", "precision: 16"), ("1000", "-1")], {"demand.value", "demand.precision"}),
    ],
)  # fmt: skip
def test_other_kinds(tmp_path: Path, text: str, changes: list[tuple[str, str]], expected: set[str]) -> None:
    assert set(paths(tmp_path, edited(text, *changes))) == expected


def test_a_service_with_a_faulty_demand_is_still_measured(tmp_path: Path) -> None:
    text = changed(", unit: pages/s", "", SERVICE)
    assert paths(tmp_path, text, rows__csv=ROWS) == ["demand.unit"]
    assert paths(tmp_path, edited(SERVICE, ("name: ocr\n    ", ""), ("measurements: [rows.csv]\n", ""))) == ["name"]


@pytest.mark.parametrize("empty", ["weight_precision: []", "growth: []"])
def test_a_list_that_needs_an_entry(tmp_path: Path, empty: str) -> None:
    (found,) = problems(tmp_path, INFERENCE + f"    {empty}\n")
    assert f"workloads[0].{empty[:-4]}: must not be empty; write at least one entry" in found


@pytest.mark.parametrize(("text", "empty"), [(PRETRAIN, "    precision: []"), (INFERENCE, "site: {cooling: []}")])
def test_another_list_that_needs_an_entry(tmp_path: Path, text: str, empty: str) -> None:
    (found,) = problems(tmp_path, text + empty + "\n")
    assert "must not be empty; write at least one entry" in found


@pytest.mark.parametrize("length", ["0.5", "{mean: 0.5, p95: 1}", "{mean: 1, p95: 0.99}"])
def test_a_prompt_has_a_token(tmp_path: Path, length: str) -> None:
    (found,) = problems(tmp_path, changed("{mean: 1800, p95: 6000}", length))
    assert "must be at least 1 (got 0." in found
