"""The card behind a label of a measurement file, and the link that joined the measured cards."""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from optimizer.inputs.catalog import Card, CardFacts, Server
from optimizer.inputs.files import CSV_MAX_BYTES, Files
from optimizer.inputs.shipped import RawCatalog

_FACTS = (
    "devices", "memory_bytes", "memory_bandwidth_bytes_per_s", "bf16_flops", "fp16_flops", "fp8_flops",
    "fp4_flops", "int8_ops", "scale_up_bytes_per_s", "host_link_bytes_per_s",
)  # fmt: skip
_VENDORS = re.compile(
    r"^(nvidia|amd|intel|huawei|hygon|metax|geforce|instinct|tesla|nvidia geforce)[ -]+", re.IGNORECASE
)


@dataclass(frozen=True)
class MeasuredSystem:
    """A card as measured: its facts and the link of its system."""

    card: Card
    scale_up_link: str
    scale_up_domain_cards: int


class Systems:
    """Finds the card of a label: as measured, by the shipped list of labels, by a card's id or name."""

    def __init__(self, files: Files, entries: RawCatalog) -> None:
        cards = {key: Card.model_validate(entry) for key, entry in entries["cards"].items()}
        servers = [Server.model_validate(entry) for entry in entries["servers"].values()]
        linked = {key: _with_link(card, servers) for key, card in cards.items() if card.facts}
        self._by_label: dict[str, MeasuredSystem | None] = {}
        for key, system in linked.items():
            for name in (key, cards[key].name):
                self._by_label.setdefault(_plain(name), system)
        for row in _table(files, "accelerator_names"):
            self._by_label[_plain(row["accelerator"])] = linked.get(row["accelerator_id"])
        for row in _table(files, "cards_as_measured"):
            self._by_label[_plain(row["accelerator"])] = _as_measured(row, cards)

    def find(self, label: str) -> MeasuredSystem | None:
        """The system of a label, whatever its spelling; None where it names no single card."""
        plain = _plain(label)
        return self._by_label.get(plain)


def _plain(label: str) -> str:
    name = label.strip()
    while (shorter := _VENDORS.sub("", name)) != name:
        name = shorter
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _with_link(card: Card, servers: list[Server]) -> MeasuredSystem:
    """The widest link that a server offers for this card, bridges left out."""
    offers = [(s.scale_up_domain_cards, s.scale_up_link) for s in servers if s.card == card.id and s.site]
    plain = [(domain, link) for domain, link in offers if "bridge" not in link]
    domain, link = max(plain or [(1, "none")])
    return MeasuredSystem(card, link, domain)


def _as_measured(row: Mapping[str, str], cards: Mapping[str, Card]) -> MeasuredSystem:
    card = cards[row["catalog_id"]] if not row["memory_bytes"] else _own_card(row)
    return MeasuredSystem(card, row["scale_up_link"], int(row["scale_up_domain_cards"]))


def _own_card(row: Mapping[str, str]) -> Card:
    """A card that stands in no catalog file. A rating is not needed for speed; 1 W stands in its place."""
    numbers: dict[str, Any] = {name: int(row[name]) for name in _FACTS if row[name]}
    facts = CardFacts.model_validate({"performance_family": row["performance_family"], "tdp_w": 1, **numbers})
    fields = {
        "id": re.sub(r"[^a-z0-9]+", "-", row["accelerator"].lower()).strip("-"), "ecosystem": row["ecosystem"],
        "domestic": row["performance_family"] == "domestic", "market_class": row["market_class"], "facts": facts,
    }  # fmt: skip
    return Card.model_validate(fields)


def _table(files: Files, name: str) -> list[dict[str, str]]:
    text = files.read_text(f"measurements/{name}.csv", max_bytes=CSV_MAX_BYTES)
    return list(csv.DictReader(text.splitlines()))
