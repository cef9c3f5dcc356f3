"""What the market has but no plan can use: entries that lack a fact sizing or pricing needs, with the reason.

Plans never read them; they are listed so that nobody takes their absence for an oversight.
"""

from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Availability, Card, Confidence, Cooling, Form, Provenance, Rent
from optimizer.inputs.fields import Count, Flag, Identifier, MoneyAmount, NonNegativeCount, PositiveNumber
from optimizer.inputs.files import YAML_MAX_BYTES, Files
from optimizer.inputs.yaml_reader import read_yaml

FILE = "not_plannable.yaml"
KEY = "not_plannable"


class KnownPrice(Frozen):
    """What sources say one costs; no price book line, as nothing is planned with it."""

    currency: Literal["CNY", "USD"]
    low: MoneyAmount | None = None
    typical: MoneyAmount | None = None
    high: MoneyAmount | None = None
    date: str = "undated"
    source: str
    confidence: Confidence


class PartialCard(Frozen):
    """Fields of `Card` and `CardFacts`, those that are known; same units."""

    ecosystem: Identifier
    domestic: Flag
    market_class: Literal["consumer", "workstation", "datacenter"]
    form_factor: Literal["PCIe", "SXM", "OAM", "module", "other"]
    architecture: str = ""
    launch_year: Count | None = None
    ecc: Literal["yes", "no", "unknown"] = "unknown"
    availability: Availability
    availability_note: str = ""
    memory_bytes: Count | None = None
    memory_bandwidth_bytes_per_s: Count | None = None
    bf16_flops: Count | None = None
    fp16_flops: Count | None = None
    fp8_flops: Count | None = None
    fp4_flops: Count | None = None
    int8_ops: Count | None = None
    tdp_w: Count | None = None
    scale_up_bytes_per_s: NonNegativeCount | None = None
    host_link_bytes_per_s: Count | None = None
    model_classes: Literal["all", "dense"] = "all"


class PartialServer(Frozen):
    """Fields of `Server` and `ServerSite`, those that are known; same units."""

    card: Identifier
    cards: Count
    form: Form | None = None
    """Absent for what is only rented."""
    rack_units: Count | None = None
    max_power_w: Count | None = None
    typical_power_w: Count | None = None
    idle_power_w: NonNegativeCount | None = None
    cooling: Cooling | None = None
    weight_kg: PositiveNumber | None = None
    scale_up_domain_cards: Count | None = None
    scale_up_link: str = ""
    cpu: str = ""
    host_memory_bytes: NonNegativeCount | None = None
    nics: str = ""
    scale_out_bits_per_s_per_card: NonNegativeCount | None = None


class PartialModel(Frozen):
    """Fields of `LanguageModel` that describe an encoder too; counts of parameters."""

    total_params: Count
    active_params: Count
    layers: Count
    hidden_size: Count
    intermediate_size: Count | None = None
    attention: Literal["MHA", "GQA", "MLA"]
    attention_heads: Count
    kv_heads: Count
    head_dim: Count
    vocab_size: Count
    max_context_tokens: Count
    native_precision: str


class NotPlannable(Frozen):
    """One card, server or model that no plan can use; exactly one of `card`, `server` and `model` is given."""

    id: Identifier
    name: str = ""
    vendor: str = ""
    reason: str
    """The missing facts, or why it does not fit what is planned here."""
    card: PartialCard | None = None
    server: PartialServer | None = None
    model: PartialModel | None = None
    price: KnownPrice | None = None
    rent: Rent | None = None
    spec: Provenance
    notes: str = ""

    @property
    def kind(self) -> Literal["cards", "servers", "models"]:
        """The part of the catalog that it would stand in."""
        if self.card is not None:
            return "cards"
        return "servers" if self.server is not None else "models"

    @property
    def as_card(self) -> Card | None:
        """A card without its facts: who sells it, what it runs on and who may have it."""
        if self.card is None:
            return None
        return Card(
            id=self.id,
            name=self.name,
            vendor=self.vendor,
            ecosystem=self.card.ecosystem,
            domestic=self.card.domestic,
            market_class=self.card.market_class,
            form_factor=self.card.form_factor,
            availability=self.card.availability,
        )


def not_plannable(files: Files) -> dict[str, NotPlannable]:
    """Shipped entries by id. `files` opens the shipped `catalogs/` folder."""
    document = read_yaml(files.read_text(FILE, max_bytes=YAML_MAX_BYTES), FILE)
    entries = (NotPlannable.model_validate(entry) for entry in document.data[KEY])
    return {entry.id: entry for entry in entries}
