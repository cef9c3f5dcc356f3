"""Hypothesis profiles, and what happens to tests whose program is absent.

Such tests are deselected with one printed line; with REQUIRE_ALL=1 in the environment they fail instead.
"""

import importlib.util
import os
import shutil
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "dev")

REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"
PRESENT: dict[str, tuple[str, Callable[[], bool]]] = {
    "office": ("LibreOffice (soffice)", lambda: shutil.which("soffice") is not None),
    "browser": ("Chromium", lambda: shutil.which("chromium") is not None),
    "server": ("uvicorn", lambda: importlib.util.find_spec("uvicorn") is not None),
}
ABSENT = {mark: program for mark, (program, present) in PRESENT.items() if not present()}
DESELECTED = pytest.StashKey[dict[str, int]]()


def absent_mark(item: pytest.Item) -> str | None:
    """The first mark of a test whose program is absent."""
    return next((mark for mark in ABSENT if item.get_closest_marker(mark)), None)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[DESELECTED] = {}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if REQUIRE_ALL:
        return
    dropped = [item for item in items if absent_mark(item)]
    for item in dropped:
        mark = str(absent_mark(item))
        config.stash[DESELECTED][mark] = config.stash[DESELECTED].get(mark, 0) + 1
    if dropped:
        items[:] = [item for item in items if not absent_mark(item)]
        config.hook.pytest_deselected(items=dropped)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if mark := absent_mark(item):
        pytest.fail(f"REQUIRE_ALL=1 and {ABSENT[mark]} is absent", pytrace=False)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):  # a pytest-xdist worker: only the controller prints
        session.config.workeroutput["deselected"] = session.config.stash[DESELECTED]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[DESELECTED].update(node.workeroutput.get("deselected", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if deselected := config.stash[DESELECTED]:
        why = ", ".join(f"{count} {mark} ({ABSENT[mark]} is absent)" for mark, count in sorted(deselected.items()))
        terminalreporter.write_line(f"tests not run: {why}")
