"""Ranges outside which a catalog number is a slip of the unit, not a machine.

Each range of a card, a server or a price spans less than a factor of 1,000, so whatever lies in it leaves it when GB
are written as TB or MB, kW as W, g as kg. The range's `why` names what marks its ends. Parameter counts span more: they
are held to the shape of their model. GB against GiB (7 %) is less than a range can see.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from optimizer.inputs.catalog import Card, Ecosystem, LanguageModel, Server
from optimizer.inputs.prices import PriceQuote

Faults = Iterator[tuple[str, str, str]]
"""(field, what, remedy)."""


class Range(NamedTuple):
    """Bounds of one number, both allowed."""

    least: float
    most: float
    unit: str
    why: str


CARD: dict[str, Range] = {
    "memory_bytes": Range(4e9, 2e12, "bytes", "from 4 GB inference cards to three times a 2026 rack card (288 GB)"),
    "memory_bandwidth_bytes_per_s": Range(50e9, 40e12, "bytes/s", "from DDR modules to five times HBM3e (8 TB/s)"),
    "memory_bus_bits": Range(32, 16384, "bits", "from one LPDDR channel to twice eight HBM stacks (8,192)"),
    "memory_bits_per_s_per_pin": Range(1e9, 1e11, "bit/s", "from HBM2 (2 Gbit/s) to three times GDDR7 (32 Gbit/s)"),
    "bf16_flops": Range(10e12, 9e15, "FLOP/s", "from 25 TFLOPS desktop cards to over three times 2.5 PFLOPS"),
    "fp16_flops": Range(10e12, 9e15, "FLOP/s", "from 25 TFLOPS desktop cards to over three times 2.5 PFLOPS"),
    "fp8_flops": Range(20e12, 19e15, "FLOP/s", "twice the 16-bit range"),
    "fp4_flops": Range(60e12, 59e15, "FLOP/s", "from 379 TFLOPS desktop cards to nearly four times 15 PFLOPS"),
    "int8_ops": Range(20e12, 19e15, "operations/s", "twice the 16-bit range"),
    "tdp_w": Range(30, 4000, "W", "from a 70 W card to nearly three times 1,400 W"),
    "scale_up_bytes_per_s": Range(10e9, 9e12, "bytes/s", "from two PCIe lanes to five times NVLink 5 (1.8 TB/s)"),
    "host_link_bytes_per_s": Range(4e9, 3.9e12, "bytes/s", "from PCIe 3.0 x2 to four times NVLink-C2C (900 GB/s)"),
}
"""Of one card; an absent number and a rate of 0 (none) are not judged."""
PER_CARD: dict[str, Range] = {
    "site.max_power_w": Range(50, 10_000, "W per card", "from a 70 W card in a dense server to five times 2.1 kW"),
    "site.typical_power_w": Range(40, 10_000, "W per card", "as the maximum, somewhat below at the small end"),
    "site.idle_power_w": Range(5, 2_000, "W per card", "from a small box at rest to four times 520 W"),
    "site.psu_rating_w": Range(50, 20_000, "W per card", "twice the power range"),
    "site.rack_units": Range(0.1, 16, "U per card", "from eight cards in 2 U to one card in a tower of four times 4 U"),
    "site.weight_kg": Range(0.5, 250, "kg per card", "from a 1.2 kg desktop box to a heavy tower for one card"),
    "host_memory_bytes": Range(8e9, 4e12, "bytes per card", "from 8 GB to ten times 384 GB for one card"),
}
"""Of a whole server, divided by its cards: a tower and a rack of 384 cards are then one range."""
NETWORK = Range(1e9, 9.9e11, "bit/s", "from one gigabit port for one card to the 800 Gbit/s of 2026 and a little")
PRICES: dict[tuple[str, str], Range] = {
    ("card", "CNY"): Range(1_000, 990_000, "CNY per card", "the same, in CNY"),
    ("card", "USD"): Range(150, 149_000, "USD per card", "from used desktop cards (200) to 140,000 asked for a B300"),
    ("module8", "CNY"): Range(10_000, 9_900_000, "CNY per baseboard", "8 cards, without the cheapest desktop ones"),
    ("module8", "USD"): Range(1_500, 1_490_000, "USD per baseboard", "the same, in USD"),
    ("server", "CNY"): Range(2_000, 1_990_000, "CNY per card", "the same, in CNY"),
    ("server", "USD"): Range(300, 290_000, "USD per card", "from a small tower (800) to twice an HGX B300 (141,000)"),
}
"""By unit and currency; the price of a complete server is divided by its cards."""
RENT: dict[str, Range] = {
    "CNY": Range(0.3, 290, "CNY per card and hour", "from the smallest inference card to ten times a flagship"),
    "USD": Range(0.05, 49, "USD per card and hour", "the same, in USD"),
}
MODEL: dict[str, Range] = {
    "max_context_tokens": Range(512, 2e7, "tokens", "from the first encoders to twice 10 million"),
}
USD_CNY = Range(4, 12, "CNY per USD", "about twice what the rate has moved since 1994 (6.0 to 8.7)")
MARGIN = Range(0, 1, "share", "a share of the price, not per cent")
MONTHS = Range(0, 60, "engineer-months", "five years of one engineer")
SHAPE = Range(0.5, 2, "× the count from its shape", "0.92 to 1.17 over the shipped models")
BANDWIDTH_TOLERANCE = 0.02
"""Bus width × pin rate against the stated bandwidth: data sheets round both to two or three digits."""


def outside(value: float | Decimal | None, allowed: Range, parts: int = 1) -> tuple[str, str] | None:
    """(what, remedy) for a number out of its range; None for one inside it, and for one that is not known.

    `parts`: cards by which the value is divided first.
    """
    if value is None or allowed.least <= float(value) / parts <= allowed.most:
        return None
    shown = f"{float(value) / parts:.10g} {allowed.unit}"
    what = f"{shown} is out of range ({allowed.least:.10g} to {allowed.most:.10g}: {allowed.why})"
    return what, "check the unit (bytes not GB, W not kW, single pieces not thousands); leave out what is not known"


def _named(entry: Any, ranges: Mapping[str, Range], parts: int = 1, prefix: str = "") -> Faults:
    for path, allowed in ranges.items():
        value = entry
        for step in path.split("."):
            value = getattr(value, step, None)
        if value and (fault := outside(value, allowed, parts)):
            yield (f"{prefix}{path}", *fault)


def card_faults(card: Card) -> Faults:
    """Numbers out of range, and a bandwidth that is not bus width × pin rate / 8 where both are stated."""
    facts = card.facts
    if facts is None:
        return
    yield from _named(facts, CARD, prefix="facts.")
    width, pin, stated = facts.memory_bus_bits, facts.memory_bits_per_s_per_pin, facts.memory_bandwidth_bytes_per_s
    if width and pin and abs(width * pin / 8 - stated) > BANDWIDTH_TOLERANCE * stated:
        what = f"{stated / 1e9:,.10g} GB/s, but {width} bit × {pin / 1e9:g} Gbit/s / 8 = {width * pin / 8e9:,.10g} GB/s"
        yield "facts.memory_bandwidth_bytes_per_s", what, "correct the one that is wrong (tolerance 2 %)"


def server_faults(server: Server) -> Faults:
    """Numbers out of range, per card of the server; a rented one by its hourly price."""
    yield from _named(server, PER_CARD, server.cards)
    if fault := outside(server.scale_out_bits_per_s_per_card or None, NETWORK):
        yield ("scale_out_bits_per_s_per_card", *fault)
    for term in ("price_per_hour", "one_year_per_hour", "three_year_per_hour"):
        price = getattr(server.rent, term, None)
        if server.rent and (fault := outside(price, RENT[server.rent.currency], server.cards)):
            yield (f"rent.{term}", *fault)


def model_faults(model: LanguageModel) -> Faults:
    """A count that its shape cannot have (billions, thousands), and more parameters in use than there are."""
    yield from _named(model, MODEL)
    expected = _parameters_from_shape(model)
    if expected and (fault := outside(model.total_params / expected, SHAPE)):
        yield "total_params", f"{model.total_params:,}: {fault[0]}", "write the exact count, as in 7.62e9"
    if model.active_params > model.total_params:
        what = f"{model.active_params:,} in use of {model.total_params:,}"
        yield "active_params", what, "write at most `total_params`"
    if model.is_moe and model.experts_per_token >= model.experts:
        what = f"{model.experts_per_token} of {model.experts} experts for each token"
        yield "experts_per_token", what, "write fewer than `experts`; a model that uses all is dense: leave both out"


def _parameters_from_shape(model: LanguageModel) -> int | None:
    """Layers × (attention + gated feed-forward or experts) + embedding; None where a width is not known.

    Attention: queries, keys, values and output, 2 · hidden · (heads + kv heads) · head_dim; feed-forward: 3 · hidden ·
    intermediate. Norms, biases and latent projections are left out: a few per cent.
    """
    sparse = model.layers - model.dense_layers if model.is_moe else 0
    widths = (model.intermediate_size or 0, model.moe_intermediate_size or 0)
    if (sparse < model.layers and not widths[0]) or (sparse and not widths[1]):
        return None
    attention = 2 * (model.attention_heads + model.kv_heads) * model.head_dim
    experts = model.experts + model.shared_experts
    width = attention * model.layers + 3 * ((model.layers - sparse) * widths[0] + sparse * widths[1] * experts)
    return model.hidden_size * (width + model.vocab_size)


def ecosystem_faults(ecosystem: Ecosystem) -> Faults:
    """Months that no porting takes."""
    if fault := outside(ecosystem.adaptation_months_high, MONTHS):
        yield ("adaptation_months_high", *fault)


def quote_faults(quote: PriceQuote, cards: int) -> Faults:
    """Prices out of range; `cards`: of the server that is quoted, 1 for a card or a baseboard."""
    for case in ("low", "typical", "high"):
        if fault := outside(getattr(quote, case), PRICES[quote.unit, quote.currency], cards):
            yield (case, *fault)
