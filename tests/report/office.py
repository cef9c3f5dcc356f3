"""LibreOffice Calc as the judge of formulas: recalculates every cell on load and stores the results."""

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

TIMEOUT_S = 120
RECALCULATE_ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item></oor:items>
"""
"""Without this LibreOffice keeps the values it finds in the file, and a wrong cached value would pass."""


def convert(files: Sequence[Path], folder: Path, target: str) -> list[Path]:
    """Convert all files in one process with a profile of their own; returns the new files in the same order."""
    profile, out = folder / "profile", folder / target
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(RECALCULATE_ALWAYS, encoding="utf-8")
    command = ["soffice", f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
    command += ["--convert-to", target, "--outdir", str(out), *map(str, files)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    made = [out / f"{file.stem}.{target}" for file in files]
    missing = [str(path) for path in made if not path.exists()]
    assert not missing, f"LibreOffice did not write {missing}: {output.decode(errors='replace')}"
    return made


def recalculated(files: Sequence[Path], folder: Path) -> list[Path]:
    """Copies of the workbooks with every formula recalculated."""
    return convert(files, folder, "xlsx")
