"""Ten entry prices: 1 % below, the cheapest plan of the changed request contains the server; 1 % above, it does not."""

from decimal import Decimal

import pytest

from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.plan.packed import solve_packed
from optimizer.plan.progress import silent
from optimizer.plan.why.why_not import why_not
from optimizer.solve.settings import Settings
from tests.requests import request_from
from tests.why.tiny import solved

SERVICE = """
name: entry
workloads:
  - {name: assistant, kind: inference, model: Qwen3-32B, latency: {tpot_p95_ms: 80}, max_context_tokens: 32768,
     traffic: {peak_requests_per_s: 14, input_tokens: 1800, output_tokens: 450}, spare_servers: 1}
"""
CASES = {
    "free": (SERVICE, ("pcie-8x-l20", "hgx-h20-8x96", "pcie-4x-h200-nvl", "atlas_800i_a2_910b4_64g")),
    "tight": (SERVICE + "site: {it_power_kw: 45}\n", ("pcie-8x-l20", "atlas_800i_a2_910b3", "hgx-h20-8x141")),
    "domestic": (SERVICE + "policy: {domestic_share: {minimum: 1, by: cards}}\n",
                 ("atlas_800t_a2_910b2", "atlas_800i_a3", "atlas_800i_a2_910b4")),
}  # fmt: skip


def contains(text: str, server: str, price: Decimal) -> bool:
    """Whether the cheapest plan, with this price as a quote of the request, has the server."""
    quotes = f"item_id,currency,price,vat,date,source\n{server},CNY,{price:.2f},excluded,2026-11-30,test\n"
    prepared = prepare(request_from(text + "quotes: [q.csv]\n", q_csv=quotes))
    outcome, _ = solve_packed(prepared, build_instance(prepared), Settings(gap=0.0), ties=False)
    assert outcome.gap == 0
    assert outcome.decision is not None
    return server in outcome.decision.counts


@pytest.mark.parametrize(("case", "server"), [(c, s) for c, (_, servers) in CASES.items() for s in servers])
def test_entry_price(case: str, server: str) -> None:
    text = CASES[case][0]
    base = solved(request_from(text))
    if server in base.decision.counts:
        pytest.fail(f"{server} is in the plan: choose another")
    (answer,) = (a for a in why_not(base, (server,), silent) if a.offer == server)
    assert answer.status == "dearer"
    assert answer.regret == answer.regret_bound
    if answer.entry_price is None:
        assert not contains(text, server, Decimal("0.01"))
        return
    assert answer.entry_verified
    assert contains(text, server, answer.entry_price * Decimal("0.99"))
    assert not contains(text, server, answer.entry_price * Decimal("1.01"))
