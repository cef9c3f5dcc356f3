"""The shipped catalog is read once for all tests of this folder."""

from functools import cache

import pytest

from optimizer.cli import size_request, size_training_request
from optimizer.inputs import whole_catalog

_read_once = cache(whole_catalog.whole_catalog)


@pytest.fixture(autouse=True)
def shipped_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (size_request, size_training_request):
        monkeypatch.setattr(module, "whole_catalog", _read_once)
