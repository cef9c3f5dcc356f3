"""Catalog entities: what exists on the market. Prices live apart (`prices.py`).

Rates are dense peaks, links are bidirectional sums per card, GB is 10^9 bytes unless the driver-reported size is known
(then `memory_bytes` holds those bytes). A value that no source gives is absent, never zero.
"""

from decimal import Decimal
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.fields import (
    Count,
    Flag,
    Identifier,
    MoneyAmount,
    NonNegativeCount,
    PositiveAmount,
    PositiveNumber,
    Share,
)

Confidence = Literal["low", "medium", "high"]
CONFIDENCE_ORDER: dict[str, int] = {"low": 0, "medium": 1, "high": 2}
Availability = Literal["free", "licensed", "restricted", "discontinued", "unknown"]
Cooling = Literal["air", "liquid"]
Form = Literal["rack", "tower", "rack_scale"]
PerformanceFamily = Literal["ampere", "hopper", "blackwell", "pcie", "cdna2", "cdna3", "gaudi", "domestic", "no_data"]
"""Card families of the throughput model (docs/throughput.md); `pcie` = NVIDIA PCIe and workstation cards."""


class Provenance(Frozen):
    """Where a block of facts comes from."""

    source: str
    date: str = "undated"
    """ISO date, year-month or year; the word `undated` where the source has none."""
    confidence: Confidence


class CardFacts(Frozen):
    """What sizing needs to know of a card. Absent for cards that are only used through measured capacity."""

    performance_family: PerformanceFamily
    devices: Count = 1
    """Dies the software sees as separate devices (910C: 2). Memory and rates below are those of the whole card."""
    memory_bytes: Count
    memory_bandwidth_bytes_per_s: Count
    memory_bus_bits: Count | None = None
    memory_bits_per_s_per_pin: Count | None = None
    """Width of the memory bus and rate of one data pin: their product / 8 is the bandwidth; absent = unknown."""
    bf16_flops: Count | None = None
    fp16_flops: Count | None = None
    fp8_flops: Count | None = None
    fp4_flops: Count | None = None
    int8_ops: Count | None = None
    """Dense peak rates, FLOP/s (operations/s for int8); absent = the chip lacks the format or no source states it."""
    tdp_w: Count
    scale_up_bytes_per_s: NonNegativeCount = 0
    """Card-to-card link, bidirectional sum per card; 0 = none or unknown: the host link is used."""
    host_link_bytes_per_s: Count
    """PCIe or similar, bidirectional nominal."""
    model_classes: Literal["all", "dense"] = "all"
    """`dense`: no evidence that MoE or MLA models run on it."""


class Card(Frozen):
    """One accelerator as ordered."""

    id: Identifier
    name: str = ""
    vendor: str = ""
    ecosystem: Identifier
    domestic: Flag
    """Card of a Chinese vendor."""
    market_class: Literal["consumer", "workstation", "datacenter"] = "datacenter"
    form_factor: Literal["PCIe", "SXM", "OAM", "module", "other"] = "other"
    architecture: str = ""
    launch_year: Count | None = None
    ecc: Literal["yes", "no", "unknown"] = "unknown"
    availability: Availability | None = None
    """For a buyer in China; absent (a user's own entry, a generic tier) = admissible."""
    availability_note: str = ""
    closest_cards: tuple[Identifier, ...] = ()
    """Real cards that a generic tier stands for, best first; empty for real cards."""
    facts: CardFacts | None = None
    spec: Provenance | None = None
    notes: str = ""


class ServerSite(Frozen):
    """What a server needs from the site. Absent for offers that are rent-only."""

    form: Form
    rack_units: Count
    max_power_w: Count
    """Nameplate or all-components limit at the wall, before PUE: what site and rack limits count."""
    typical_power_w: Count
    """Sustained load at the wall, before PUE: what energy counts."""
    idle_power_w: NonNegativeCount
    cooling: Cooling
    weight_kg: PositiveNumber | None = None
    psu_rating_w: Count | None = None
    """Rating of the power supplies that carry the load, redundant ones not counted; absent = unknown."""


RentTerm = Literal["on_demand", "one_year", "three_year"]


class Rent(Frozen):
    """Hourly prices of the whole server, off site, ex VAT; at least one of the three is given."""

    price_per_hour: PositiveAmount | None = None
    """On demand: no commitment."""
    one_year_per_hour: PositiveAmount | None = None
    """Committed for a year, every hour of it paid."""
    three_year_per_hour: PositiveAmount | None = None
    """Committed for three years; shown, no plan uses it."""
    currency: Literal["CNY", "USD"]
    region: str = ""
    """Where the provider runs it."""
    vat: Literal["excluded", "unknown"] = "excluded"
    """`unknown`: the source does not say; taken as excluded and flagged."""

    def hourly(self, term: RentTerm) -> Decimal | None:
        """Price of an hour at a term; None where none is stated."""
        prices = {
            "on_demand": self.price_per_hour,
            "one_year": self.one_year_per_hour,
            "three_year": self.three_year_per_hour,
        }
        return prices[term]


class Server(Frozen):
    """One orderable machine with `cards` identical cards: the unit of purchase."""

    id: Identifier
    name: str = ""
    vendor: str = ""
    card: Identifier
    cards: Count
    site: ServerSite | None = None
    scale_up_domain_cards: Count = 1
    """Cards of this offer that share a scale-up link; 1 = none."""
    scale_up_link: str = "none"
    cpu: str = ""
    host_memory_bytes: NonNegativeCount | None = None
    """0 = none of its own: cards and processors share one pool."""
    nics: str = ""
    scale_out_bits_per_s_per_card: NonNegativeCount | None = None
    rent: Rent | None = None
    stock: NonNegativeCount | None = None
    """Most servers that can be bought; absent = not limited."""
    lead_time_weeks: Count | None = None
    """From order to delivery; absent = the class's (`lead_time_*` parameters)."""
    priced_as: Identifier | None = None
    """Server of a generic tier: the real server, with a closest card, whose price it takes."""
    spec: Provenance | None = None
    notes: str = ""


class LanguageModel(Frozen):
    """Architecture of one model; parameter counts are exact (embedding, head and every expert counted)."""

    id: Identifier
    total_params: Count
    active_params: Count
    """Parameters used per token, embedding included."""
    layers: Count
    hidden_size: Count
    intermediate_size: Count | None = None
    attention: Literal["MHA", "GQA", "MLA"]
    attention_heads: Count
    kv_heads: Count
    head_dim: Count
    vocab_size: Count
    kv_lora_rank: Count | None = None
    qk_rope_head_dim: Count | None = None
    """MLA: the cache keeps kv_lora_rank + qk_rope_head_dim elements per layer and token."""
    experts: Count = 1
    experts_per_token: Count = 1
    shared_experts: NonNegativeCount = 0
    moe_intermediate_size: Count | None = None
    dense_layers: NonNegativeCount = 0
    """Layers without experts."""
    window_tokens: Count | None = None
    full_attention_share: Share = 1.0
    """Share of layers that read the whole context; the others read at most `window_tokens` (throughput model §2)."""
    window_limits_storage: Flag = False
    """Whether windowed layers also store only the window (False: they store every token)."""
    max_context_tokens: Count
    native_precision: str
    spec: Provenance
    notes: str = ""

    @property
    def is_moe(self) -> bool:
        return self.experts > 1


class Ecosystem(Frozen):
    """A software stack: what runs on it and what moving to it costs."""

    id: Identifier
    name: str
    vendor: str
    engine_class: Identifier
    """Default engine class of the throughput model."""
    engines: tuple[str, ...]
    """Engines a user may name in `engine:`."""
    weight_precisions: tuple[str, ...]
    """Weight formats that the stack serves in practice, where the chip has them too."""
    adaptation_months_low: PositiveNumber | Literal[0] = 0
    adaptation_months_typical: PositiveNumber | Literal[0] = 0
    adaptation_months_high: PositiveNumber | Literal[0] = 0
    known_gaps: str = ""
    spec: Provenance


class CostParameter(Frozen):
    """A named number that is neither card nor server: rates, wages, bands."""

    id: Identifier
    name_zh: str
    name_en: str
    unit: str
    low: MoneyAmount
    typical: MoneyAmount
    high: MoneyAmount
    region: str = ""
    spec: Provenance
    notes: str = ""


class Catalog(Frozen):
    """Shipped entries with the user's own on top; every reference between them is checked."""

    cards: dict[str, Card]
    servers: dict[str, Server]
    models: dict[str, LanguageModel]
    ecosystems: dict[str, Ecosystem]
    parameters: dict[str, CostParameter]
    own_ids: tuple[str, ...] = ()
    """Entries that the user added or changed, as `cards.my-card` or `servers.x.max_power_w`."""
