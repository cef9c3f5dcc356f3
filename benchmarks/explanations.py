"""How long explanations take: six workloads on the whole catalog, half domestic (`six_workloads.yaml`).

    python -m benchmarks.explanations

conflict + relaxations: the same file with 20 kW; regret of every server type that could run; one entry price.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from optimizer.inputs.load import load_request
from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.plan.conflict import conflict_paths
from optimizer.plan.packed import solve_packed
from optimizer.plan.progress import silent
from optimizer.plan.why.changed import with_changes
from optimizer.plan.why.relax import relaxations
from optimizer.plan.why.solved import Solved
from optimizer.plan.why.why_not import why_not
from optimizer.solve.settings import Settings

FILE = Path(__file__).with_name("six_workloads.yaml")
SHORT_KW = 20.0
LIMITS = {"conflict and relaxations": 10.0, "regret of every type": 90.0, "one entry price": 15.0}
"""Seconds on two cores."""


def timed(what: str, run: Callable[[], Any]) -> tuple[Any, bool]:
    """The result, and whether it came within its limit."""
    start = time.perf_counter()
    result = run()
    seconds = time.perf_counter() - start
    print(f"{what}: {seconds:.1f} s    (limit {LIMITS[what]:.0f} s)")
    return result, seconds <= LIMITS[what]


def main() -> int:
    """0 when every limit holds."""
    request = load_request(FILE)
    prepared = prepare(request)
    workloads = len(request.requirements.workloads)
    print(f"{len(request.catalog.servers)} servers, {len(prepared.offers)} offers, {workloads} workloads")
    short = prepare(with_changes(request, {"site.it_power_kw": SHORT_KW}))

    def explain_conflict() -> tuple[tuple[str, ...], int]:
        members = conflict_paths(short)
        return members, len(relaxations(short, members, Settings(), silent))

    (members, found), in_time = timed("conflict and relaxations", explain_conflict)
    print(f"  {', '.join(members)}: {found} changes")
    instance = build_instance(prepared)
    outcome, _ = solve_packed(prepared, instance, Settings(gap=0.0))
    if outcome.decision is None:
        raise SystemExit("the file itself has no plan")
    solved = Solved.of(prepared, instance, outcome.decision, Settings())
    answers, every = timed("regret of every type", lambda: why_not(solved, None, silent, nearest=0))
    exact = sum(each.regret is not None and each.regret == each.regret_bound for each in answers)
    dearer = sum(each.status == "dearer" for each in answers)
    print(
        f"  {dearer} dearer, {exact} of them exact, {sum(each.status == 'impossible' for each in answers)} impossible"
    )
    nearest = next(each for each in answers if each.status == "dearer")
    _, one = timed("one entry price", lambda: why_not(solved, (nearest.server,), silent))
    return 0 if in_time and every and one else 1


if __name__ == "__main__":
    sys.exit(main())
