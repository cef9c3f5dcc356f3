"""Layers import only to the left, and the solver stays behind `model` and `solve`."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.project import ROOT, python_files

LEAFS = {"frozen", "errors", "units", "resources"}
"""Single modules that every layer may import; they import only each other."""

MAY_IMPORT = {
    "inputs": set[str](),
    "sizing": {"inputs"},
    "cost": {"inputs"},
    "instance": {"inputs", "sizing", "cost"},
    "model": {"inputs", "sizing", "cost", "instance"},
    "solve": {"inputs", "sizing", "cost", "instance", "model"},
    # The checker has never heard of the solver.
    "verify": {"inputs", "sizing", "cost", "instance"},
    "plan": {"inputs", "sizing", "cost", "instance", "model", "solve", "verify"},
    # A report takes a Plan, never a solver.
    "report": {"inputs", "sizing", "cost", "plan"},
    "cli": {"inputs", "sizing", "cost", "instance", "model", "solve", "verify", "plan", "report"},
    "web": {"inputs", "sizing", "cost", "instance", "model", "solve", "verify", "plan", "report"},
}
"""Layer → layers to its left that it may import. Anything may import itself and the leafs."""

ORTOOLS = {"model", "solve"}


def layer(module: str) -> str:
    """`optimizer.sizing.option` → `sizing`; the package itself → empty."""
    return module.split(".")[1] if "." in module else ""


def imported(tree: ast.Module) -> Iterator[str]:
    """Modules a file imports anywhere: at the top, in functions, for type checking, by name."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(level=level) if level:
                raise AssertionError(f"line {node.lineno}: relative import")
            case ast.ImportFrom(module="optimizer", names=names):
                yield from (f"optimizer.{alias.name}" for alias in names if not alias.name.startswith("__"))
            case ast.ImportFrom(module=str(module)):
                yield module
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(module)), *_]):
                yield module


def wrong_imports(module: str, source: str) -> list[str]:
    """Imports of one module that go to the right, across, or to the solver."""
    own = layer(module)
    if own == "":
        allowed = LEAFS
    elif own == "__main__":
        allowed = {"cli"}
    else:
        allowed = LEAFS | MAY_IMPORT.get(own, set()) | ({own} - LEAFS)
    wrong = []
    for target in imported(ast.parse(source)):
        top = target.split(".")[0]
        if top == "optimizer" and layer(target) not in allowed:
            wrong.append(f"{module} imports {target}")
        if top == "ortools" and own not in ORTOOLS:
            wrong.append(f"{module} imports {target}")
    return wrong


def test_every_import_points_left() -> None:
    wrong = []
    for file in python_files("optimizer"):
        module = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        wrong += wrong_imports(module, (ROOT / file).read_text(encoding="utf-8"))
    assert wrong == []


def test_every_module_belongs_to_a_layer() -> None:
    known = LEAFS | set(MAY_IMPORT) | {"__init__", "__main__"}
    assert {file.parts[1].removesuffix(".py") for file in python_files("optimizer")} - known == set()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("optimizer.inputs.load", "from optimizer.sizing.option import Option"),
        ("optimizer.sizing.size", "import optimizer.cost.items"),
        ("optimizer.cost.items", "from optimizer.sizing.option import Option"),
        ("optimizer.verify.check", "def f():\n    from optimizer.solve.outcome import Outcome"),
        ("optimizer.verify.check", "from optimizer import plan"),
        ("optimizer.report.excel", "import ortools"),
        ("optimizer.report.excel", "import importlib\nimportlib.import_module('optimizer.solve.solve')"),
        ("optimizer.plan.build", "from ortools.sat.python import cp_model"),
        ("optimizer.units", "from optimizer.inputs.fields import Count"),
        ("optimizer", "from optimizer.cli.main import run"),
    ],
)
def test_a_wrong_import_is_seen(module: str, source: str) -> None:
    assert len(wrong_imports(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("optimizer.plan.plan", "from optimizer.sizing.option import Rejection\nfrom optimizer.frozen import Frozen"),
        (
            "optimizer.model.families.power",
            "from ortools.sat.python import cp_model\nimport optimizer.instance.instance",
        ),
        ("optimizer.report.excel", "import xlsxwriter\nfrom optimizer.plan.plan import Plan"),
        ("optimizer.cli.main", "from optimizer import __version__\nfrom optimizer.resources import resource"),
    ],
)
def test_a_right_import_passes(module: str, source: str) -> None:
    assert wrong_imports(module, source) == []
