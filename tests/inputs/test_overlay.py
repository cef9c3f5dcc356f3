"""Merge rules of a scenario's overlay, on data and positions."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from optimizer.inputs.document import Document
from optimizer.inputs.overlay import Merged, overlaid
from optimizer.inputs.yaml_reader import read_yaml

BASE = """\
site: {it_power_kw: 150, cooling: [air, liquid]}
workloads:
  - name: a
    traffic: {peak_requests_per_s: 14}
    growth: [1, 2]
  - {name: b, kind: service}
policy: {consumer_cards: allow}
x:
"""


def merge(overlay: str, base: str = BASE) -> Merged:
    text = base + "  s: " + overlay.replace("\n", "\n    ") + "\n"
    whole = read_yaml(text, "f.yaml")
    data = {key: value for key, value in whole.data.items() if key != "x"}
    marks: Any = whole.marks
    document = Document("f.yaml", data, {key: mark for key, mark in marks.items() if key != "x"})
    return overlaid(document, whole.data["x"]["s"], marks["x"][2]["s"])


def test_mappings_are_merged_and_all_else_replaced() -> None:
    document = merge("{site: {cooling: [liquid], place: office}, policy: {consumer_cards: forbid}}").document
    assert document.data["site"] == {"it_power_kw": 150, "cooling": ["liquid"], "place": "office"}
    assert document.data["policy"] == {"consumer_cards": "forbid"}
    assert [item["name"] for item in document.data["workloads"]] == ["a", "b"]


def test_workloads_are_merged_by_name() -> None:
    overlay = "{workloads: [{name: c, kind: service}, {name: b, shares_cards: true}, {name: a, growth: [3]}]}"
    assert merge(overlay).document.data["workloads"] == [
        {"name": "a", "traffic": {"peak_requests_per_s": 14}, "growth": [3]},
        {"name": "b", "kind": "service", "shares_cards": True},
        {"name": "c", "kind": "service"},
    ]


def test_null_removes_also_inside_what_is_new() -> None:
    merged = merge("{site: {it_power_kw: null}, policy: null, rent: {allowed: true, maximum_share: null}}")
    assert merged.document.data["site"] == {"cooling": ["air", "liquid"]}
    assert merged.document.data["rent"] == {"allowed": True}
    assert "policy" not in merged.document.data
    assert [each.steps for each in merged.removed] == [
        ("site", "it_power_kw"), ("policy",), ("rent", "maximum_share"),
    ]  # fmt: skip
    assert "site.it_power_kw" not in merged.document.places
    assert merge("{workloads: null}").document.data.keys() == {"site", "policy"}


def test_a_mapping_replaces_a_scalar_and_the_other_way() -> None:
    data = merge("{site: none, workloads: [{name: a, growth: {b: 1}, traffic: fit}]}").document.data
    assert data["site"] == "none"
    assert data["workloads"][0] == {"name": "a", "traffic": "fit", "growth": {"b": 1}}


def test_places_are_those_of_the_line_that_wrote_the_value() -> None:
    overlay = (
        "\nsite:\n  place: office\nworkloads:\n  - name: b\n    growth: [1]\n  - name: a\n    traffic: {users: {}}"
    )
    document = merge(overlay).document
    places = document.places
    assert places["site"] == (10, 5)
    assert places["site.place"] == (11, 7)
    assert places["site.it_power_kw"] == (1, 8)
    assert places["workloads[1]"] == (13, 9)
    assert places["workloads[1].growth[0]"] == (14, 18)
    assert places["workloads[1].kind"] == (6, 15)
    assert places["workloads[0].traffic.users"] == (16, 19)
    assert places["workloads[0].traffic.peak_requests_per_s"] == (4, 15)
    assert document.start == (9, 3)


KEYS = st.sampled_from("abc")
SCALARS = st.integers(0, 9) | st.lists(st.integers(0, 9), max_size=2)
TREES = st.recursive(SCALARS, lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=8)
OVERLAYS = st.recursive(SCALARS | st.none(), lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=8)


def plain(base: Any, over: Any) -> Any:
    """The merge rule in four lines (RFC 7396)."""
    if not isinstance(over, dict):
        return over
    kept = {key: value for key, value in (base if isinstance(base, dict) else {}).items() if key not in over}
    below = base if isinstance(base, dict) else {}
    return kept | {key: plain(below.get(key), value) for key, value in over.items() if value is not None}


def marks_of(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: (1, 1, marks_of(inner)) for key, inner in value.items()}
    return [(1, 1, marks_of(inner)) for inner in value] if isinstance(value, list) else None


@given(st.dictionaries(KEYS, TREES, max_size=3), st.dictionaries(KEYS, OVERLAYS, max_size=3))
def test_merge_agrees_with_the_rule(base: dict[str, Any], over: dict[str, Any]) -> None:
    document = Document("f.yaml", base, marks_of(base))
    merged = overlaid(document, over, (1, 1, marks_of(over))).document
    assert merged.data == plain(base, over)
    assert merged.marks == marks_of(merged.data)
