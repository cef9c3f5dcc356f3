"""The shipped comparison through the real command: every column and point proved to 0.1 %, within a minute.

`python -m benchmarks.comparison` fails otherwise.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "requirements_examples" / "group_platform.yaml"
PROCURE = Path(sys.executable).with_name("procure")
SECONDS, GAP = 60.0, 1e-3


def main() -> int:
    """One line a column and a point."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        done = subprocess.run(
            [PROCURE, "compare", EXAMPLE, "-o", f"{folder}/out.xlsx", "--json", "-"], capture_output=True, text=True
        )
        seconds = time.perf_counter() - started
    answer = json.loads(done.stdout)
    columns = [("base", answer), *((s["name"], s) for s in answer["scenarios"])]
    gaps = []
    for name, column in columns:
        gaps.append(column["objective"]["gap"])
        print(f"{name:16} {column['status']:10} TCO {column['objective']['tco_npv']:>14,.0f} gap {gaps[-1]:.2e}")
    for point in answer["curve"]:
        gaps.append(point["gap"])
        name = f"share {float(point['minimum']):.0%}"
        print(f"{name:16} {point['status']:10} TCO {point['tco_npv']:>14,.0f} gap {gaps[-1]:.2e}")
    print(f"{seconds:.1f} s (limit {SECONDS:.0f} s)")
    return int(seconds > SECONDS or max(gaps) > GAP)


if __name__ == "__main__":
    sys.exit(main())
