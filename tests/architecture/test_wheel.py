"""The wheel works where there is no checkout: built, unpacked into an empty environment, and used."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.architecture.project import ROOT, distribution_name, project_files

DATA = ("catalogs", "requirements_examples")


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed; no setting of the surrounding Python reaches it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the project's files, built from a copy so that the checkout stays as it is."""
    source, dist = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for file in project_files():
        (source / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, source / file)
    build = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet")
    run(sys.executable, "-m", "pip", "wheel", *build, "--wheel-dir", dist, source, cwd=source)
    (built,) = dist.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the programs of a new environment that has the wheel and the dependencies, but not the checkout.

    The dependencies are those of the running environment: its folder is put on the path as a plain line of a .pth
    file, so its own .pth files, the editable install among them, are not read.
    """
    environment = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=environment)
    python = environment / "bin" / "python"
    install = ("install", "--no-deps", "--no-index", "--quiet", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "--python", python, *install, wheel, cwd=environment)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = run(python, "-c", "import optimizer; print(optimizer.__file__)", cwd=environment)
    assert Path(where.strip()).is_relative_to(environment)
    return python.parent


def test_the_wheel_holds_every_module_and_all_data(wheel: Path) -> None:
    expected = {str(file) for file in project_files() if file.parts[0] == "optimizer"}
    expected |= {f"optimizer/_data/{file}" for file in project_files() if file.parts[0] in DATA}
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == expected


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    assert wheel.name.startswith(distribution_name().replace("-", "_"))
    assert any(name.endswith("/licenses/LICENSE") for name in archive.namelist())
    assert "optimizer/py.typed" in archive.namelist()


def test_resources_are_found_inside_the_wheel(programs: Path, tmp_path: Path) -> None:
    for folder in DATA:
        code = f"from optimizer.resources import resource; print(resource({folder!r}))"
        found = Path(run(programs / "python", "-c", code, cwd=tmp_path).strip())
        assert found.is_dir()
        assert found.is_relative_to(programs.parent)


def test_help_names_the_main_command(programs: Path, tmp_path: Path) -> None:
    assert "plan" in run(programs / "procure", "--help", cwd=tmp_path)


def test_a_new_user_gets_a_workbook(programs: Path, tmp_path: Path) -> None:
    run(programs / "procure", "init", "demo.yaml", "--example", "company_service", cwd=tmp_path)
    assert (tmp_path / "request.schema.json").is_file()
    run(programs / "procure", "plan", "demo.yaml", "-o", "demo.xlsx", cwd=tmp_path)
    assert zipfile.is_zipfile(tmp_path / "demo.xlsx")
