"""Files and functions stay small enough to be read in one go."""

import ast

from tests.architecture.project import ROOT, python_files

MAX_FILE_LINES = 300
MAX_FUNCTION_LINES = 60
FOLDERS = ("optimizer", "tests", "benchmarks")


def test_no_file_is_too_long() -> None:
    lines = {file: len((ROOT / file).read_text(encoding="utf-8").splitlines()) for file in python_files(*FOLDERS)}
    assert {str(file): count for file, count in lines.items() if count > MAX_FILE_LINES} == {}


def test_no_function_is_too_long() -> None:
    long = {}
    for file in python_files(*FOLDERS):
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > MAX_FUNCTION_LINES:
                    long[f"{file}:{node.lineno} {node.name}"] = lines
    assert long == {}
