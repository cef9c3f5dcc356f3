"""The command line answers at once: what only a solve, a table or a workbook needs is loaded when it is needed."""

import subprocess
import sys

HEAVY = {"ortools", "pandas", "numpy", "xlsxwriter", "openpyxl", "rich", "matplotlib", "importlib.metadata"}


def test_importing_the_command_line_loads_nothing_heavy() -> None:
    code = "import sys, optimizer.cli.main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert HEAVY & set(loaded) == set()
