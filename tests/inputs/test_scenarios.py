from pathlib import Path
from typing import get_args

import pytest

from optimizer.errors import InputError
from optimizer.inputs.family import DEMAND_FIELDS, Family
from optimizer.inputs.load import load_family, load_request
from optimizer.inputs.workload import Workload
from tests.inputs.request_files import INFERENCE, ROWS, SERVICE, load, problems

SCENARIOS = (
    INFERENCE
    + """\
policy: {domestic_share: {minimum: 0.5}, ecosystems: {allowed: [cuda, cann], minimum_share: {cann: 0.3}}}
scenarios:
  nvidia-only: {policy: {ecosystems: {allowed: [cuda], minimum_share: null}, domestic_share: null}}
  busy: {workloads: [{name: assistant, traffic: {peak_requests_per_s: 20}}]}
  same: {workloads: [{name: assistant, spare_servers: 1, traffic: {peak_requests_per_s: 14.0}}], start: 2027-01}
"""
)


def family(folder: Path, text: str, only: tuple[str, ...] = ()) -> Family:
    (folder / "request.yaml").write_text(text, encoding="utf-8")
    return load_family(folder / "request.yaml", only=only)


def only(folder: Path, scenarios: str, text: str = INFERENCE) -> str:
    found = problems(folder, f"{text}scenarios:\n{scenarios}\n")
    assert len(found) == 1, found
    return found[0]


def test_a_family_holds_base_and_scenarios_in_file_order(tmp_path: Path) -> None:
    found = family(tmp_path, SCENARIOS)
    assert list(found.scenarios) == ["nvidia-only", "busy", "same"]
    base, nvidia = found.base.requirements, found.scenarios["nvidia-only"].requirements
    assert base.policy.domestic_share is not None
    assert nvidia.policy.domestic_share is None
    assert nvidia.policy.ecosystems.allowed == ("cuda",)
    assert nvidia.policy.ecosystems.minimum_share == {}
    assert nvidia.workloads == base.workloads
    assert found.scenarios["nvidia-only"].place_of("policy.ecosystems.allowed").line == 14
    assert found.scenarios["nvidia-only"].place_of("workloads[0].model").line == 5


def test_a_changed_demand_is_flagged(tmp_path: Path) -> None:
    assert family(tmp_path, SCENARIOS).demand_changed == {"nvidia-only": False, "busy": True, "same": False}
    added = "  more: {workloads: [{name: b, kind: capacity, demand: {value: 8, unit: cards}}]}\n"
    assert family(tmp_path, SCENARIOS + added).demand_changed["more"]


def test_every_workload_field_is_demand_or_how_it_is_served() -> None:
    served = {
        "name", "cards", "servers", "spare_servers", "domestic_only", "weight_precision", "kv_precision", "engine",
        "memory_use", "speculation", "disaggregation", "max_server_types", "minimum_split", "shares_cards", "precision",
        "mfu", "offload", "spare_share",
    }  # fmt: skip
    fields = {name for kind in get_args(get_args(Workload)[0]) for name in kind.model_fields}
    assert fields == served | DEMAND_FIELDS
    assert not served & DEMAND_FIELDS


def test_some_of_the_scenarios(tmp_path: Path) -> None:
    assert list(family(tmp_path, SCENARIOS, ("same", "busy")).scenarios) == ["busy", "same"]
    found = load_request(tmp_path / "request.yaml", scenario="busy")
    assert found.assumptions == load_request(tmp_path / "request.yaml").assumptions
    assert found.requirements.workloads[0].traffic.peak_requests_per_s == 20  # type: ignore[union-attr]


def test_an_unknown_scenario(tmp_path: Path) -> None:
    for text, message in (
        (SCENARIOS, 'request.yaml:13:1: scenarios: unknown scenario "nvidia_only"; did you mean nvidia-only?'),
        (INFERENCE, 'request.yaml:1:1: scenarios: unknown scenario "nvidia_only": the file has none; write it under'),
    ):
        with pytest.raises(InputError, match="unknown scenario") as caught:
            family(tmp_path, text, ("nvidia_only",))
        assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("scenarios", "message"),
    [
        ("  base: {}",
         "request.yaml:13:3: scenarios.base: `base` is the name of the file without a scenario; give the"),
        ('  "": {}', "the name is empty"),
        ("  a:", "request.yaml:13:3: scenarios.a: must be a mapping of keys (got nothing)"),
        ("  a: [1]", "request.yaml:13:3: scenarios.a: must be a mapping of keys (got a list)"),
        ("  a: {scenarios: {b: {}}}", "request.yaml:13:7: scenarios.a.scenarios: a scenario holds no scenarios"),
        ("  a: {}\n  a: {}", "request.yaml:14:3: scenarios.a: the key is given twice (first in line 13)"),
        ("  a: {currency: USD}",
         "request.yaml:13:7: scenarios.a.currency: is the same for the file and all its scenar"),
        ("  a: {workloads: {assistant: {}}}", "scenarios.a.workloads: must be a list (got a mapping)"),
        ("  a: {workloads: [assistant]}", "scenarios.a.workloads[0]: must be a mapping of keys (got \"assistant\")"),
        ("  a: {workloads: [{growth: [1]}]}",
         "request.yaml:13:19: scenarios.a.workloads[0].name: is missing; write `na"),
        ("  a: {workloads: [{name: assistent}]}", 'request.yaml:13:20: scenarios.a.workloads[0].name: the file has no '
         'workload "assistent", and a new one needs its kind; did you mean assistant?'),
        ("  a: {workloads: [{name: assistant}, {name: assistant}]}", "is already changed by scenarios.a.workloads[0]"),
        ("  a: {polcy: {}}", 'request.yaml:13:7: polcy: in scenario "a": unknown key "polcy"; did you mean policy?'),
        ("  a: {policy: {domestic_shar: null}}",
         'request.yaml:13:16: policy.domestic_shar: in scenario "a": unknown key '
         '"domestic_shar"; did you mean domestic_share?'),
        ("  a: {workloads: [{name: assistant, traffic: {pek_requests_per_s: null}}]}",
         "did you mean peak_requests_per_s"),
        ("  a: {site: {it_power_kw: 1_0}}", "scenarios.a.site.it_power_kw: 1_0 has underscores between its digits"),
        ("  a: {workloads: null}", 'request.yaml:13:3: workloads: in scenario "a": is missing; list at least one'),
        ("  a: {workloads: [{name: assistant, traffic: null}]}",
         'request.yaml:13:19: workloads[0].traffic: in scenario'),
        ("  a: {workloads: [{name: assistant, traffic: {concurrent_requests: 8}}]}", "request.yaml:13:47: workloads[0]."
         'traffic.concurrent_requests: in scenario "a": a second form of traffic'),
        ("  a: {finance: {horizon_years: 40}}", 'finance.horizon_years: in scenario "a": must be at most 10 (got 40)'),
        ("  a: {policy: {cards: {allowed: [h20_96]}}}",
         'policy.cards.allowed[0]: in scenario "a": unknown card "h20_96"'),
        ("  a: {catalog: [none.yaml]}",
         "request.yaml:13:17: catalog[0]: in scenario \"a\": none.yaml: 'none.yaml' does n"),
        ("  a: {price_book: chin}", 'request.yaml:13:7: price_book: in scenario "a": unknown price book "chin"'),
        ("\n".join(f"  s{n}: {{}}" for n in range(21)),
         "request.yaml:12:1: scenarios: holds 21 scenarios; write at most"),
    ],
)  # fmt: skip
def test_contradictory_overlays(tmp_path: Path, scenarios: str, message: str) -> None:
    assert message in only(tmp_path, scenarios)


def test_scenarios_that_are_no_mapping(tmp_path: Path) -> None:
    for value, got in (("[a]", "a list"), ("", "nothing"), ("3", "3")):
        (found,) = problems(tmp_path, INFERENCE + f"scenarios: {value}\n")
        assert found.startswith(f"request.yaml:12:1: scenarios: must be a mapping of keys (got {got})")
    (found,) = problems(tmp_path, INFERENCE + "scenario: {a: {}}\n")
    assert found == 'request.yaml:12:1: scenario: unknown key "scenario"; did you mean scenarios?'


def test_all_scenarios_report_at_once_and_none_repeats_the_file(tmp_path: Path) -> None:
    text = INFERENCE.replace("14", "0") + "polcy: {}\nscenarios:\n"
    text += "  a: {workloads: [{name: assistant, growth: []}]}\n  b: {site: {pue: {air: 9}}}\n  c: {}\n"
    assert [line.split(": must")[0].split(": unknown")[0] for line in problems(tmp_path, text)] == [
        "request.yaml:7:7: workloads[0].traffic.peak_requests_per_s",
        "request.yaml:12:1: polcy",
        'request.yaml:14:37: workloads[0].growth: in scenario "a"',
        'request.yaml:15:20: site.pue.air: in scenario "b"',
    ]


def test_the_same_fault_written_again_is_another_fault(tmp_path: Path) -> None:
    text = (
        INFERENCE + "site: {it_power_kw: 0}\nscenarios:\n  a: {site: {it_power_kw: 0}}\n  b: {site: {place: office}}\n"
    )
    first, second = problems(tmp_path, text)
    assert first.startswith("request.yaml:12:8: site.it_power_kw: must be greater than 0")
    assert second.startswith('request.yaml:14:14: site.it_power_kw: in scenario "a": must be greater than 0')


def test_scenarios_have_their_own_files(tmp_path: Path) -> None:
    more = "cards:\n  - {id: x1, ecosystem: cann, domestic: true}\n"
    quotes = "item_id,currency,price,vat,date,source\nhgx-h20,CNY,5,excluded,2026-11,offer\n"
    text = SERVICE + "scenarios:\n  cloud: {catalog: [more.yaml], policy: {cards: {allowed: [x1]}}}\n"
    text += "  quoted: {quotes: [quotes.csv]}\n"
    load(tmp_path, text, rows__csv=ROWS, more__yaml=more, quotes__csv=quotes)
    found = load_family(tmp_path / "request.yaml")
    assert set(found.base.files) == {"request.yaml", "rows.csv"}
    assert set(found.scenarios["cloud"].files) == {"request.yaml", "rows.csv", "more.yaml"}
    assert set(found.scenarios["quoted"].files) == {"request.yaml", "rows.csv", "quotes.csv"}
    assert found.base.catalog.own_ids == found.scenarios["quoted"].catalog.own_ids == ()
    assert found.scenarios["cloud"].catalog.own_ids == ("cards.x1",)
    assert found.scenarios["quoted"].quoted == ("hgx-h20",)
    assert found.scenarios["quoted"].measured is not None
