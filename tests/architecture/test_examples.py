"""Examples in docstrings give what they print."""

import doctest
from importlib import import_module

import pytest

from tests.architecture.project import ROOT, python_files

WITH_EXAMPLES = sorted(
    ".".join(file.with_suffix("").parts)
    for file in python_files("optimizer")
    if ">>> " in (ROOT / file).read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples(module: str) -> None:
    done = doctest.testmod(import_module(module))
    assert done.attempted
    assert not done.failed
