"""How long `procure --help` takes beside the least any typer program needs: importing typer alone.

Prints the median of both, taken in turn, and fails when their ratio is not below LIMIT.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

LIMIT = 2.5
RUNS = 15


def seconds(*command: str) -> float:
    """Wall time of one run of a command, s."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> int:
    """Measure and print; exit code 1 when the limit is missed."""
    commands = {
        "procure --help": (str(Path(sys.executable).with_name("procure")), "--help"),
        "import typer": (sys.executable, "-c", "import typer"),
    }
    for command in commands.values():  # once unmeasured: byte code and file cache
        seconds(*command)
    runs = [{name: seconds(*command) for name, command in commands.items()} for _ in range(RUNS)]
    medians = {name: statistics.median(run[name] for run in runs) for name in commands}
    for name, median in medians.items():
        print(f"{name:<15} {1000 * median:6.0f} ms")
    ratio = medians["procure --help"] / medians["import typer"]
    print(f"{'ratio':<15} {ratio:6.2f}    (limit {LIMIT})")
    return 0 if ratio < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
