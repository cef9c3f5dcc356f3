"""`procure size --train`: JSON, exit codes, languages, and every flag that is refused."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from optimizer.cli.size_command import SizeOptions
from optimizer.cli.size_training_request import AskedTraining, read_training
from optimizer.errors import InputError, Problem
from optimizer.plan.size.training.answer import answer
from optimizer.report.size.training.as_json import training_json
from optimizer.report.size.training.console import print_training
from optimizer.report.size.training.words import TRAINING_WORDS
from tests.catalog.shipped import catalog
from tests.catalog_commands.run import procure
from tests.size.test_command import fields_of
from tests.size.training import trained

FITS = ("full", "Llama-2-7B", "a100-80-sxm", "--cards", "4", "--tokens", "1e9")
TIGHT = ("full", "DeepSeek-V3", "dgx-h100", "--cards", "256", "--sequence", "32768")
SHORT = ("full", "Llama-2-70B", "dgx-h100")
SLOW = ("pretrain", "Llama-3.2-3B", "pcie-8x-rtx4090", "--tokens", "6e9", "--days", "1")
MOVED = ("full", "DeepSeek-V3", "dgx-h100", "--cards", "128", "--sequence", "32768", "--offload")
NO_FP8 = ("lora", "Llama-2-7B", "atlas_800t_a2_910b3", "--precision", "fp8")
NO_NETWORK = ("full", "Llama-2-70B", "nebius-gpu-h100-sxm-8gpu", "--cards", "32")
OWN_MFU = ("qlora", "Qwen3-30B-A3B", "gcp-a3-highgpu-8g", "--mfu", "0.3")
ALL = (FITS, TIGHT, SHORT, SLOW, MOVED, NO_FP8, NO_NETWORK, OWN_MFU)
STATUS = ["fits", "tight", "does_not_fit", "too_slow", "fits", "does_not_fit", "does_not_fit", "fits"]


def test_names_are_the_same_for_every_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    answers = [trained(capsys, *arguments) for arguments in ALL]
    assert len({tuple(each) for each in answers}) == 1
    assert [each["status"] for each in answers] == STATUS
    assert trained(capsys, *FITS) == answers[0]
    assert answers[5]["rejection"]["limit"] == "precision"
    assert {each["kind"]: each["to"] for each in answers[5]["changes"]}["precision"] == "bf16"
    assert answers[6]["rejection"] == {"limit": "fabric", "needed": 32, "available": 8, "unit": "cards"}
    assert any("--fabric" in note for note in answers[6]["notes"])


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("arguments", ALL, ids=range(len(ALL)))
def test_answers_fit_80_columns_in_both_languages(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], language: str
) -> None:
    how, *rest = arguments
    code, out, err = procure(capsys, "size", *rest, "--train", how, "--lang", language)
    assert (code in (0, 3), err) == (True, "")
    assert max(map(cell_len, out.splitlines())) <= 80
    assert "{" not in out
    assert "…" not in out
    if language == "zh":
        assert not any(said in out for said in ("layout:", "undated", "several cards", " days", "speed by", " cards"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--train", "sft"), "--train: must be one of pretrain, full, lora, qlora (got sft)"),
        (("--sequence", "8192"), "--sequence: says nothing of inference; add --train full"),
        (("--tokens", "1e9"), "--tokens: says nothing of inference"),
        (("--offload",), "--offload: says nothing of inference"),
        (("--zero", "3"), "--zero: says nothing of inference"),
        (("--train", "full", "--kv", "fp8"), "--kv: says nothing of training; leave it out, or leave out --train"),
        (("--train", "full", "--concurrency", "8"), "--concurrency: says nothing of training"),
        (("--train", "full", "--memory-use", "0.8"), "--memory-use: says nothing of training"),
        (("--train", "full", "--ep", "2"), "--ep: says nothing of training"),
        (("--train", "full", "--tokens", "1.5"), "--tokens: must be a whole number"),
        (("--train", "full", "--tokens", "100"), "--tokens: 100 tokens are less than one sequence of 4096"),
        (("--train", "pretrain", "--tokens", "nan"), "--tokens"),
        (("--train", "pretrain", "--tokens", "inf"), "--tokens"),
        (("--train", "full", "--tokens", "-1e9"), "--tokens: must be greater than 0"),
        (("--train", "full", "--sequence", "1000000"), "--sequence: 1000000 is more than"),
        (("--train", "full", "--days", "3"), "--days: says nothing without the tokens of the run"),
        (("--train", "full", "--tokens", "1e9", "--days", "nan"), "--days: must be a number greater than 0 (got nan)"),
        (("--train", "full", "--tokens", "1e9", "--days", "0"), "--days: must be a number greater than 0 (got 0)"),
        (("--train", "full", "--batch-tokens", "100"), "--batch-tokens: a batch of 100 tokens holds no sequence"),
        (("--train", "full", "--batch-tokens", "4096.5"), "--batch-tokens: must be a whole number"),
        (("--train", "full", "--tokens", "1e6", "--batch-tokens", "4e6"), "is more than the whole run"),
        (("--train", "full", "--mfu", "1.5"), "--mfu: must be at most 1"),
        (("--train", "full", "--precision", "int8"), "--precision: must be one of bf16, fp16, fp8"),
        (("--train", "full", "--recompute", "some"), "--recompute: must be none or all (got some)"),
        (("--train", "full", "--tp", "5"), "--tp: 5 does not divide 64 attention heads"),
        (("--train", "full", "--pp", "90"), "--pp: 90 stages are more than 80 layers"),
        (("--train", "full", "--pp", "4", "--zero", "3"), "--zero: ZeRO-3 is modelled without pipeline stages"),
        (("--train", "full", "--tp", "8", "--pp", "4"), "these degrees take 32 devices, there are 8"),
        (("--train", "full", "--cards", "12"), "12 cards are no whole number of servers of 8; write 8 or 16"),
        (("--train", "full", "--cards", "100000"), "100000 cards are too many; write at most 32768"),
        (("--train", "full", "--fabric", "0"), "--fabric: must be greater than 0"),
        (("--train", "full", "--quick"), "--quick"),
    ],
)  # fmt: skip
def test_a_flag_that_cannot_be_used_is_refused_with_a_remedy(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = procure(capsys, "size", "Llama-2-70B", "dgx-h100", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_all_problems_at_once_and_in_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--train", "full", "--mfu", "2", "--kv", "fp8", "--batch-tokens", "1", "--json", "-")
    code, out, err = procure(capsys, "size", "nope", "nowhere", *given)
    assert code == 2
    assert "5 problems" in err
    paths = {each["path"] for each in json.loads(out)["problems"]}
    assert paths == {"MODEL", "CARD|SERVER", "--mfu", "--kv", "--batch-tokens"}


def test_words_have_both_languages_and_the_same_places() -> None:
    for key, (chinese, english) in TRAINING_WORDS.items():
        assert chinese.strip(), key
        assert english.strip(), key
        assert fields_of(chinese) == fields_of(english), key


DEGREE = st.none() | st.sampled_from([1, 2, 3, 4, 8, 16, 32])


def any_options() -> st.SearchStrategy[SizeOptions]:
    maybe, nothing = st.none, st.none()
    return st.builds(
        SizeOptions,
        model=st.sampled_from(sorted(catalog().models)),
        hardware=st.sampled_from(sorted([*catalog().cards, *catalog().servers])),
        cards=maybe() | st.integers(1, 300),
        tensor=DEGREE,
        pipeline=DEGREE,
        group=nothing,
        weight_precision=st.lists(st.sampled_from(["bf16", "fp16", "fp8"]), max_size=2, unique=True).map(tuple),
        kv_precision=nothing,
        input_tokens=nothing,
        output_tokens=nothing,
        concurrency=nothing,
        ttft_ms=nothing,
        tpot_ms=nothing,
        engine=nothing,
        max_context=nothing,
        memory_use=nothing,
        fabric_gbit=maybe() | st.floats(1, 1000),
        quick=st.just(False),
        json_target=nothing,
        language=st.sampled_from(["zh", "en"]),
        train=st.sampled_from(["pretrain", "full", "lora", "qlora"]),
        sequence=maybe() | st.integers(1, 140_000),
        tokens=maybe() | st.floats(1e3, 1e14).map(round),
        batch_tokens=maybe() | st.floats(1e3, 1e8).map(round),
        days=maybe() | st.floats(0.01, 1000),
        mfu=maybe() | st.floats(0.01, 1),
        offload=maybe() | st.just(True),
        context=maybe() | st.sampled_from([1, 2, 4]),
        zero=maybe() | st.integers(0, 3),
        recompute=maybe() | st.sampled_from(["none", "all"]),
    )


def read_or_problems(options: SizeOptions) -> AskedTraining | tuple[Problem, ...]:
    try:
        return read_training(options)
    except InputError as error:
        return error.problems


@given(any_options())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_flags_are_answered_or_refused(capsys: pytest.CaptureFixture[str], options: SizeOptions) -> None:
    asked = read_or_problems(options)
    if not isinstance(asked, AskedTraining):
        assert all(problem.what and problem.remedy for problem in asked)
        return
    found = answer(asked.job, asked.machines, grows=options.cards is None)
    shown = training_json(found)
    print_training(found, options.language)
    assert capsys.readouterr().out
    assert (shown["rejection"] is None) == (shown["run"] is not None) == (shown["status"] != "does_not_fit")
    if (best := found.best) is not None:
        assert best.gang.memory.total <= best.trainer.memory_bytes
        assert best.gang.layout.devices <= best.gang.devices
        assert best.in_time(asked.job) == (found.status != "too_slow")
        slow, median, fast = (spell["days"] for spell in shown["run"]["band"])
        assert slow >= median >= fast > 0
    for change in found.changes:
        assert change.found.gang.fits
        assert change.found.in_time(asked.job)
