"""Every family has its test file."""

from pathlib import Path

from optimizer.model.build import FAMILIES


def test_every_family_is_tested() -> None:
    tested = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert tested - {"registry"} == set(FAMILIES)
