"""The user's file with a value changed: comments, order and everything else stay."""

from decimal import Decimal

from optimizer.inputs.relaxed_file import relaxed_text
from optimizer.inputs.yaml_reader import read_yaml

TEXT = """\
# 公司 request
name: x   # its name
site:
  it_power_kw: 60   # contract
  racks: [{name: a, count: 2}]
workloads:
  - name: w
    traffic: {peak_requests_per_s: 14, input_tokens: 300e3}
policy:
  cards: {allowed: [l20]}
"""


def test_only_the_value_changes() -> None:
    assert relaxed_text(TEXT, {"site.it_power_kw": 86.0}) == TEXT.replace("60 ", "86 ")
    assert relaxed_text(TEXT, {"site.racks[0].count": 3}) == TEXT.replace("count: 2", "count: 3")
    changed = relaxed_text(TEXT, {"workloads[0].traffic.peak_requests_per_s": 9.5})
    assert changed == TEXT.replace("s: 14", "s: 9.5")


def test_lists_limits_given_up_and_absent_blocks() -> None:
    changed = relaxed_text(TEXT, {
        "policy.cards.allowed": ("l20", "h20-96"), "site.it_power_kw": None, "rent.allowed": True,
        "finance.capex_budget": Decimal("1188740"),
    })  # fmt: skip
    data = read_yaml(changed, "x.yaml").data
    assert data["policy"]["cards"]["allowed"] == ["l20", "h20-96"]
    assert "it_power_kw" not in data["site"]
    assert (data["rent"], data["finance"]) == ({"allowed": True}, {"capex_budget": 1_188_740})
    assert "# 公司 request" in changed


def test_text_of_users_stays_text() -> None:
    text = "name: '=1+1'\nsite: {it_power_kw: 5}\n"
    assert relaxed_text(text, {"site.it_power_kw": 6}) == text.replace("5", "6")
