"""Tests of `inputs` run on a small catalog, laid out as in a wheel; those asking for `real_catalog` on the real one."""

from pathlib import Path

import pytest

from optimizer import resources
from tests.inputs.small_catalog import write_catalog


@pytest.fixture(scope="session")
def small_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_catalog(tmp_path_factory.mktemp("data"))


@pytest.fixture(autouse=True)
def _small_catalog(request: pytest.FixtureRequest, small_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "real_catalog" not in request.fixturenames:
        monkeypatch.setattr(resources, "_PACKAGED", small_data)


@pytest.fixture
def real_catalog() -> None:
    """Ask for this fixture to run a test on the catalog that ships."""
