"""Requests for tests, from YAML text and the shipped catalog."""

import tempfile
from pathlib import Path

from optimizer.inputs.load import load_request
from optimizer.inputs.request import Request


def request_from(text: str, **companions: str) -> Request:
    """Load a requirements text; companions are further files, `rates_csv="…"` becoming rates.csv."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in companions.items():
            stem, _, suffix = name.rpartition("_")
            companion = Path(folder) / f"{stem}.{suffix}"
            companion.parent.mkdir(exist_ok=True)
            companion.write_text(content, encoding="utf-8")
        file = Path(folder) / "request.yaml"
        file.write_text(text, encoding="utf-8")
        return load_request(file)


OWN_CARDS = """
servers:
  - id: box-a
    name: Box A
    cards: 4
    card: {id: card-a, ecosystem: cuda, domestic: false}
    rent: {price_per_hour: 10, currency: CNY}
  - id: box-b
    name: Box B
    cards: 1
    card: {id: card-b, ecosystem: cann, domestic: true}
    rent: {price_per_hour: 3, currency: CNY}
"""
"""Two servers that can only be rented, for sums in the head."""
