from pathlib import Path

import pytest

from optimizer.inputs.later import LATER_KEYS, LATER_VALUES
from tests.inputs.request_files import INFERENCE, PRETRAIN, ROWS, SERVICE, changed, problems, refused


def only(folder: Path, text: str) -> str:
    found = problems(folder, text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    latency:", "    latncy: 1\n    latency:",
         'request.yaml:10:5: workloads[0].latncy: unknown key "latncy"; did you mean latency?'),
        ("    latency:", "    it_power_kw: 1\n    latency:",
         'request.yaml:10:5: workloads[0].it_power_kw: unknown key "it_power_kw"; it belongs under `site`'),
        ("      peak", "      tpot_p95_ms: 1\n      peak", "it belongs under `workloads[].latency`"),
        ("    latency:", "    discount: 1\n    latency:", 'unknown key "discount"; remove it; known here: name, cards'),
        ("requests_per_s: 14", 'requests_per_s: "14"',
         'request.yaml:7:7: workloads[0].traffic.peak_requests_per_s: must be a number (got "14"): it is in quotes, '
         "so it is text; write 14 without quotes"),
        ("requests_per_s: 14", "requests_per_s: 14 rps", 'must be a number (got "14 rps"); write the plain number; it'),
        ("requests_per_s: 14", "requests_per_s: 14 requests/s", "write 14: the unit (requests/s) is in the key's name"),
        ("requests_per_s: 14", "requests_per_s: true", "must be a number (got true); write a number in digits"),
        ("requests_per_s: 14", "requests_per_s: 1,400", 'must be a number (got "1,400"); write 1400, without separato'),
        ("requests_per_s: 14", "requests_per_s: unlimited", "leave the key out where there is no limit"),
        ("requests_per_s: 14", "requests_per_s: -5", "must be greater than 0 (got -5); write a number greater than 0"),
        ("requests_per_s: 14", "requests_per_s: 0", "must be greater than 0 (got 0)"),
        ("requests_per_s: 14", "requests_per_s: 1e30", "is larger than anything that can be planned"),
        ("requests_per_s: 14", "requests_per_s: [14]", "must be a number (got a list)"),
        ("requests_per_s: 14", "requests_per_s: 1_400", "request.yaml:7:28: workloads[0].traffic.peak_requests_per_s: "
         "1_400 has underscores between its digits; write 1400,"),
        ("requests_per_s: 14", "requests_per_s: .inf", "leave the key out where there is no limit"),
        ("{mean: 450, p95: 1200}", "450 tokens", "request.yaml:9:7: workloads[0].traffic.output_tokens: must be a "
         'number (got "450 tokens"); write 450: the unit (tokens) is in the key\'s name'),
        ("{mean: 450, p95: 1200}", "{mean: 450}", "request.yaml:9:7: workloads[0].traffic.output_tokens.p95: is missi"),
        ("context_tokens: 32768", "context_tokens: 32768.5", "must be a whole number (got 32768.5)"),
        ("    latency:", "    kv_precision: fp9\n    latency:",
         'must be one of bf16, fp16, fp8, int8 (got "fp9"); write fp8'),
        ("    latency:", "    weight_precision: fp8\n    latency:", 'must be a list (got "fp8"); write [fp8]'),
        ("    latency:", "    memory_use: 90\n    latency:", "must be at most 0.98 (got 90)"),
        ("    latency:", "    growth: []\n    latency:", "must not be empty; write at least one entry"),
        ("    latency:", "    spare_servers: true\n    latency:", "must be a whole number (got true)"),
        ("    latency:", "    max_server_types: true\n    latency:", "true and false are not numbers"),
        ("    latency:", "    cards:\n    latency:", "request.yaml:10:5: workloads[0].cards: must be a mapping of "
         "keys (got nothing): nothing is written below it; remove the key, or write its keys indented below it"),
        ("name: test", "name: 5", 'request.yaml:1:1: name: must be text (got 5); write "5" in quotes'),
        ("name: test", "name: true", 'must be text (got true); write "true" in quotes'),
        ("name: test", "name: test\nlanguage: de", 'must be one of zh, en (got "de")'),
        ("name: test", "name: test\nas_of: 2026/11/30", "not a date written YYYY-MM-DD"),
        ("name: test", "name: test\nas_of: 20261130", "not a date written YYYY-MM-DD"),
        ("name: test", "name: test\nas_of: 2026-02-30", "write it like 2026-11-30"),
        ("name: test", "name: test\nsite: {it_power_kw: 150 kW}",
         'request.yaml:2:8: site.it_power_kw: must be a number (got "150 kW"); write 150: the unit (kW) is in the key'),
        ("name: test", "name: test\nsite: {it_power_kw: 2 MW}", "write the plain number; its unit is kW"),
        ("name: test", "name: test\nsite: {reserve: {power: 10}}", "write a share between 0 and 1: 0.1 for 10 %"),
        ("name: test", "name: test\nfinance: {discount_rate: 8%}", "write 0.08 for 8%"),
        ("name: test", "name: test\nfinance: {capex_budget: -1}", "must be at least 0 (got -1)"),
        ("name: test", "name: test\nfinance: {vat: {recoverable: yes}}",
         'must be true or false (got "yes"): no other word is a yes or no; write true, without quotes'),
        ("name: test", 'name: test\nrent: {allowed: "true"}', 'must be true or false (got "true")'),
        ("name: test", "name: test\nrent: {allowed: 1}", "must be true or false (got 1)"),
        ("    model: Qwen3-32B\n", "", "request.yaml:3:5: workloads[0].model: is missing; write `model:` with a catal"),
        ("    max_context_tokens: 32768\n", "", "workloads[0].max_context_tokens: is missing; write the longest"),
        ("    kind: inference\n", "", "request.yaml:3:5: workloads[0].kind: is missing; write `kind: inference`"),
        ("kind: inference", "kind: inferense",
         "must be one of inference, service, capacity, pretrain, finetune (got \"inferense\"); wr"),
        ("name: test\n", "", "request.yaml:1:1: name: is missing"),
    ],
)  # fmt: skip
def test_one_problem_with_place_and_remedy(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert message in only(tmp_path, changed(old, new))


def test_missing_traffic_offers_fit(tmp_path: Path) -> None:
    start, end = INFERENCE.index("    traffic:"), INFERENCE.index("    latency:")
    (found,) = refused(tmp_path, INFERENCE[:start] + INFERENCE[end:])
    assert (found.line, found.column, found.path) == (3, 5, "workloads[0].traffic")
    assert "peak_requests_per_s, concurrent_requests, users or tokens_per_day" in found.remedy
    assert "`traffic: fit`" in found.remedy


def test_no_workload_at_all(tmp_path: Path) -> None:
    assert "workloads: is missing; list at least one workload" in only(tmp_path, "name: x\n")
    assert "workloads: must not be empty" in only(tmp_path, "name: x\nworkloads: []\n")


def test_a_wrong_union_branch_says_nothing(tmp_path: Path) -> None:
    text = changed("input_tokens: {mean: 1800, p95: 6000}", "input_tokens: {mean: 1800, p59: 6000}")
    assert [line.split("; ")[0] for line in problems(tmp_path, text)] == [
        "request.yaml:8:7: workloads[0].traffic.input_tokens.p95: is missing",
        'request.yaml:8:34: workloads[0].traffic.input_tokens.p59: unknown key "p59"',
    ]
    assert 'must be `fit` or a mapping (got "fitt")' in only(
        tmp_path, INFERENCE[: INFERENCE.index("    traffic:")] + "    traffic: fitt\n    max_context_tokens: 8\n"
    )


def test_a_key_named_like_its_kind(tmp_path: Path) -> None:
    found = only(tmp_path, changed("    latency:", "    inference: {traffic: 1}\n    latency:"))
    assert found.startswith('request.yaml:10:5: workloads[0].inference: unknown key "inference"')


def test_all_problems_at_once_in_file_order(tmp_path: Path) -> None:
    text = changed("name: test", "name: 1_0\ncurency: USD")
    text = changed("peak_requests_per_s: 14", 'peak_requests_per_s: "14"', text)
    text = changed("{tpot_p95_ms: 60}", "{tpot_p95_ms: 60, tokens_per_s_per_user: 5}", text)
    text += "    cards: {allowed: [h20-69]}\npolicy: {ecosystems: {allowed: [cude]}}\ncatalog: [none.yaml]\n"
    assert [(p.line, p.column, p.path) for p in refused(tmp_path, text)] == [
        (1, 7, "name"),
        (2, 1, "curency"),
        (8, 7, "workloads[0].traffic.peak_requests_per_s"),
        (11, 32, "workloads[0].latency.tokens_per_s_per_user"),
        (13, 23, "workloads[0].cards.allowed[0]"),
        (14, 33, "policy.ecosystems.allowed[0]"),
        (15, 11, "catalog[0]"),
    ]


def test_rules_run_on_what_is_valid_beside_an_unknown_key(tmp_path: Path) -> None:
    text = changed("{mean: 1800, p95: 6000}", "{mean: 9000, p95: 6000}") + "    colour: red\n"
    assert [p.path for p in refused(tmp_path, text)] == ["workloads[0].traffic.input_tokens", "workloads[0].colour"]


def test_a_rule_is_silent_where_the_field_itself_is_wrong(tmp_path: Path) -> None:
    found = only(tmp_path, changed("{tpot_p95_ms: 60}", "{tpot_ms: 60}"))
    assert 'workloads[0].latency.tpot_ms: unknown key "tpot_ms"; did you mean tpot_p95_ms?' in found


def test_very_many_problems_are_cut(tmp_path: Path) -> None:
    found = refused(tmp_path, INFERENCE + "".join(f"key{n}: 1\n" for n in range(5000)))
    assert len(found) <= 201


def nested(path: str, value: str) -> str:
    """YAML of one key at a dotted path of the top level."""
    text = value
    for step in reversed(path.split(".")):
        text = f"{{{step}: {text}}}"
    return text[1:-1] + "\n"


@pytest.mark.parametrize("value", ["1", "[]", "null", "{a: 1}"])
@pytest.mark.parametrize("key", sorted(LATER_KEYS))
def test_every_later_key_comes_later(tmp_path: Path, key: str, value: str) -> None:
    in_workload = key.startswith("workloads[].")
    own = key.removeprefix("workloads[].")
    text = INFERENCE + (f"    {own}: {value}\n" if in_workload else nested(key, value))
    expected = f"{key.replace('[]', '[0]')}: comes later: this version does not support it; remove the key"
    assert [line for line in problems(tmp_path, text) if expected in line]


LATER_PLACES = {
    "workloads[].max_server_types": f"{INFERENCE}    max_server_types: VALUE\n",
    "workloads[].offload": f"{PRETRAIN}    offload: VALUE\n",
    "rent.term": f"{INFERENCE}rent: {{allowed: true, term: VALUE}}\n",
}


@pytest.mark.parametrize("key", sorted(LATER_VALUES))
def test_every_later_value_comes_later(tmp_path: Path, key: str) -> None:
    for value in LATER_VALUES[key]:
        found = only(tmp_path, LATER_PLACES[key].replace("VALUE", str(value)))
        path = key.replace("[]", "[0]")
        expected = f"{path}: {value} comes later: this version does not support it; remove the key"
        assert found.endswith(expected)


def test_server_types_of_a_service(tmp_path: Path) -> None:
    for value, message in (
        ("0", "must be at least 1 (got 0)"),
        ("11", "must be at most 10 (got 11)"),
        ("all", 'must be one of a whole number, any (got "all")'),
        ("2.5", "must be a whole number (got 2.5)"),
        ("true", "true and false are not numbers (got true)"),
        ("[1]", "must be a whole number (got a list)"),
    ):
        (found,) = problems(tmp_path, SERVICE + f"    max_server_types: {value}\n", rows__csv=ROWS)
        assert message in found


def test_a_wrong_horizon_does_not_shorten_growth(tmp_path: Path) -> None:
    text = changed("name: test", "name: test\nfinance: {horizon_years: 40}") + "    growth: [1, 1, 1, 1]\n"
    assert "finance.horizon_years: must be at most 10 (got 40)" in only(tmp_path, text)
