"""What a plan costs: objective, cost lines, parameters and rules. Exact decimals in the request currency."""

from decimal import Decimal
from typing import Literal

from optimizer.cost.items import CostItem
from optimizer.frozen import Frozen


class Objective(Frozen):
    """What was minimised and how well that is proved."""

    currency: Literal["CNY", "USD"]
    tco_npv: Decimal
    """Present value of all cost over the horizon less resale."""
    bound: Decimal
    """No admissible plan costs less than this."""
    gap: float
    """(tco_npv − bound) / tco_npv."""
    seconds: float | None = None
    """Wall time of the solve; absent from workbooks, which must not depend on the clock."""


class CostLine(Frozen):
    """One dated amount; positive = cost, resale negative."""

    item: CostItem
    subject: str
    """Server id (rented: `id (rent)`), ecosystem id, rack group, `network` or `storage`."""
    year: int
    amount: Decimal
    present_value: Decimal


class Parameter(Frozen):
    """A named number the cost formulas use."""

    id: str
    name_zh: str
    name_en: str
    value: Decimal
    value_low: Decimal
    value_high: Decimal
    unit: str
    quoted: Literal["CNY", "USD"] | None = None
    """Currency in which the catalog states it; None where it is no amount of money."""
    source: str
    date: str
    confidence: str


class EcosystemCost(Frozen):
    """Adaptation, paid once per ecosystem used."""

    ecosystem: str
    months: Decimal
    months_low: Decimal
    months_high: Decimal
    month_price: Decimal
    source: str


class RackRent(Frozen):
    """Rent of one rack group; None = the file states none."""

    group: str
    cost_per_month: Decimal | None


class CostRules(Frozen):
    """Money rules in force."""

    horizon_years: int
    discount_rate: Decimal
    timing: Literal["mid_year", "end_year"]
    vat_recoverable: bool
    vat_goods: Decimal
    vat_services: Decimal
    vat_space: Decimal
    capex_budget: Decimal | None


class CostPerMillionTokens(Frozen):
    """Levelised cost of one inference workload."""

    workload: str
    blended: Decimal
    """Per million input + output tokens at average load, levelised (present value of cost / of tokens)."""
    output: Decimal
    """The same cost over output tokens only."""
    tokens_per_year: tuple[Decimal, ...] = ()
    """Input + output tokens at average load, by year."""
    output_per_year: tuple[Decimal, ...] = ()


class RentOffer(Frozen):
    """A catalog offer to rent the cards that the plan buys, at the request's term; what owning is compared with."""

    server: str
    card: str
    price_per_card_hour: Decimal
    """Request currency, ex VAT: price of the server-hour over its cards."""
    quoted: Literal["CNY", "USD"] | None = None
    """Currency in which it is offered."""
    source: str
    date: str
    confidence: str


class Network(Frozen):
    """Two-level fat tree of one rate, or one switch where its ports suffice (docs/cost.md).

    Amounts appear in cost_lines as item `network` (year 0, subject `network`) and item `energy` (subject `network`).
    """

    kind: str
    """roce or ib."""
    ports: int
    """NIC ports of the servers whose groups span several servers."""
    nics_added: int
    """NICs bought because a server lists none of that rate."""
    nic_price: Decimal
    leaf_switches: int
    spine_switches: int
    switch_price: Decimal
    switch_power_w: int
    optics: int
    """Transceivers: two per link."""
    optic_price: Decimal
    pue: Decimal
    price_per_kwh: Decimal
