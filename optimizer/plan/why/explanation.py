"""What is said about a plan beyond itself, as data: rejected machines, limits, ranges, other plans."""

from decimal import Decimal
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.sizing.option import Rejection

WhyNotStatus = Literal["rejected", "dearer", "impossible", "undecided"]


class WhyNot(Frozen):
    """One server type that the plan does not contain, bought or rented."""

    offer: str
    """Server id, with ` (rent)` when rented."""
    server: str
    server_name: str
    card: str
    card_name: str = ""
    """As the catalog calls it; empty where nobody reads it."""
    rented: bool
    status: WhyNotStatus
    """rejected: no workload may or can run on it. dearer: a plan with it exists and costs more. impossible: no plan
    with it exists. undecided: none was found in time."""
    reasons: tuple[Rejection, ...]
    """Per workload that cannot use it: the first limit that failed, with numbers."""
    limits: tuple[str, ...] = ()
    """impossible: fields of the request that no plan with it can hold together."""
    regret: Decimal | None = None
    """What the cheapest plan that contains it costs more, present value."""
    regret_bound: Decimal | None = None
    """No plan that contains it costs less than this more; equal to `regret` where that is proved."""
    purchases: tuple[str, ...] = ()
    """Of that plan: `count × server name`."""
    price: Decimal | None = None
    """Its price now: per server, or per server-hour."""
    entry_price: Decimal | None = None
    """At this price it would be chosen; None where nobody asked, or where no price would do."""
    entry_verified: bool = False
    """Solved again: 1 % below the entry price the cheapest plan contains it, 1 % above it does not."""
    entry_asked: bool = False


class LimitValue(Frozen):
    """A limit that costs money: what more of it would save."""

    path: str
    value: str
    """As the request states it."""
    step: str
    """One more unit, in words: `+1 kW`."""
    saved_by_step: Decimal | None
    """Present value that one more unit saves; None where it was not decided in time."""
    saved_without: Decimal | None
    """Present value saved where the limit is given up."""


class Range(Frozen):
    """Within these bounds the same servers stay the cheapest plan, all else equal."""

    kind: Literal["price", "tariff", "demand"]
    subject: str
    """Server name, empty, or workload."""
    path: str
    """What changes: a server id, `site.electricity.price_per_kwh`, or a workload."""
    value: Decimal
    unit: str
    low: Decimal | None
    """None: also at the lowest value tried."""
    high: Decimal | None
    """None: also at the highest value tried."""
    tried_low: Decimal
    tried_high: Decimal


class Alternative(Frozen):
    """Another plan with other pools."""

    rank: int
    tco_npv: Decimal
    difference: Decimal
    """Present value above the plan's."""
    proved: bool
    """No cheaper plan with other pools than those listed before it."""
    purchases: tuple[str, ...]
    ecosystems: tuple[str, ...]
    domestic_share_spend: float | None
    it_power_kw: float


class Explanation(Frozen):
    """All of it; empty tuples where nothing applies or nobody asked."""

    why_not: tuple[WhyNot, ...] = ()
    limit_values: tuple[LimitValue, ...] = ()
    ranges: tuple[Range, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
