"""The shipped catalog is read once for all tests of this folder."""

from functools import cache

import pytest

from optimizer.cli import size_request
from optimizer.inputs import whole_catalog

_read_once = cache(whole_catalog.whole_catalog)


@pytest.fixture(autouse=True)
def shipped_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size_request, "whole_catalog", _read_once)
