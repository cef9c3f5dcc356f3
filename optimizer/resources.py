"""Where the product's own data lies: beside the package in a checkout, inside it (`optimizer/_data`) in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_PACKAGED = _PACKAGE / "_data"


def resource(*parts: str) -> Path:
    """Path of shipped data, e.g. `resource("catalogs", "cards")` or `resource("requirements_examples")`.

    A wheel carries both folders as `optimizer/_data/catalogs` and `optimizer/_data/requirements_examples`; in a
    checkout they stand next to the package. Nothing is opened here.
    """
    base = _PACKAGED if _PACKAGED.is_dir() else _PACKAGE.parent
    return base.joinpath(*parts)
