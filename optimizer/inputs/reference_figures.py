"""Cost figures with a source that no formula reads: to look up, or to hold a quotation against; out of all plans."""

from collections.abc import Iterator

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Provenance
from optimizer.inputs.fields import Identifier, MoneyAmount
from optimizer.inputs.files import YAML_MAX_BYTES, Files
from optimizer.inputs.yaml_reader import read_yaml

FILE = "reference_figures.yaml"
KEY = "reference_figures"
REASON = "no formula reads it"


class ReferenceFigure(Frozen):
    """A number with its range as the source states it."""

    id: Identifier
    unit: str
    """Of the source: a share may be stated in percent."""
    low: MoneyAmount | None = None
    typical: MoneyAmount | None = None
    high: MoneyAmount | None = None
    region: str = ""
    spec: Provenance
    notes: str = ""

    def faults(self) -> Iterator[tuple[str, str, str]]:
        """(field, what, remedy): no value at all, or values out of order."""
        stated = [value for value in (self.low, self.typical, self.high) if value is not None]
        if not stated:
            yield "typical", "is missing, and so are low and high", "write what the source states, or remove the entry"
        if stated != sorted(stated):
            yield "typical", f"out of order: {', '.join(map(str, stated))}", "low ≤ typical ≤ high"


def reference_figures(files: Files) -> dict[str, ReferenceFigure]:
    """Shipped figures by id. `files` opens the shipped `catalogs/` folder."""
    document = read_yaml(files.read_text(FILE, max_bytes=YAML_MAX_BYTES), FILE)
    entries = (ReferenceFigure.model_validate(entry) for entry in document.data[KEY])
    return {entry.id: entry for entry in entries}
