"""The shipped catalog is read once for all tests of this folder."""

from functools import cache

import pytest

from optimizer.cli import size_request, size_training_request
from optimizer.inputs import shelf, shipped, whole_catalog

_read_once = cache(whole_catalog.whole_catalog)
_entries = shipped.shipped_entries(shipped.shipped_files())


@pytest.fixture(autouse=True)
def shipped_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (size_request, size_training_request):
        monkeypatch.setattr(module, "whole_catalog", _read_once)
    monkeypatch.setattr(shelf, "shipped_entries", lambda files: _entries)
