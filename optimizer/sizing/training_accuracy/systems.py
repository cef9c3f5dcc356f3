"""The card behind a label of a training table, and the links of the measured system."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, NamedTuple

from optimizer.inputs.catalog import Card
from optimizer.inputs.files import CSV_MAX_BYTES
from optimizer.sizing.training_families import efficiency_name
from optimizer.sizing.training_machine import inside_rate

if TYPE_CHECKING:
    from optimizer.inputs.files import Files
    from optimizer.inputs.published.systems import Systems
    from optimizer.inputs.shipped import RawCatalog

TABLE = "measurements/training_accelerator_names.csv"
OUTSIDE_BYTES_PER_S = {"hopper": 50e9, "blackwell": 50e9, "cdna3": 50e9, "cdna2": 50e9, "pcie": 12.5e9}
OUTSIDE_ELSE = 25e9
"""Between nodes, one direction, per card, where the row states none: 400, 100 and 200 Gbit/s."""
NODE_CARDS, NVL72_CARDS = 8, 72
GENERIC_LINK = "scale-up link"


class TrainingSystem(NamedTuple):
    """A card as measured; rates count one device."""

    card: Card
    peak_factor: float
    inside_bytes_per_s: float | None
    outside_bytes_per_s: float
    node_devices: int


class TrainingSystems:
    """Finds the system of a label and an interconnect."""

    def __init__(self, files: Files, entries: RawCatalog, published: Systems) -> None:
        cards = {key: Card.model_validate(entry) for key, entry in entries["cards"].items()}
        self._cards: dict[str, tuple[Card | None, float]] = {}
        self._published = published
        for row in csv.DictReader(files.read_text(TABLE, max_bytes=CSV_MAX_BYTES).splitlines()):
            card = cards.get(row["accelerator_id"] or row["stand_in"])
            if card is not None or not row["accelerator_id"]:
                self._cards[_plain(row["accelerator"])] = (card, float(row["peak_factor"] or 1))

    def find(self, label: str, interconnect: str, cards: int) -> TrainingSystem | None:
        """None where the label names no card with facts."""
        if _plain(label) in self._cards:
            card, factor = self._cards[_plain(label)]
        else:
            system = self._published.find(label)
            card, factor = (system.card if system else None), 1.0
        if card is None or card.facts is None:
            return None
        facts, family = card.facts, efficiency_name(card)
        link = interconnect.strip().lower()
        is_pcie = (link.startswith("pcie") and "nvlink" not in link) or (
            link in ("", "none") and not facts.scale_up_bytes_per_s
        )
        node = NVL72_CARDS if "nvl72" in link else NODE_CARDS
        return TrainingSystem(
            card=card,
            peak_factor=factor,
            inside_bytes_per_s=None if is_pcie else inside_rate(facts, GENERIC_LINK),
            outside_bytes_per_s=OUTSIDE_BYTES_PER_S.get(family, OUTSIDE_ELSE) / facts.devices,
            node_devices=node * facts.devices,
        )


def _plain(label: str) -> str:
    return re.sub(r"[^a-z0-9]", "", label.lower())
