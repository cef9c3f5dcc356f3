"""How long the whole catalog takes to load: cards, servers, models, ecosystems, parameters, price book, gaps.

Prints the median of RUNS loads in one process, after the first: importing the libraries is not counted. Fails when it
is not below LIMIT_S.
"""

import statistics
import sys
import time

from optimizer.inputs.shipped import entries_of
from optimizer.inputs.whole_catalog import whole_catalog

LIMIT_S = 0.3
RUNS = 7


def main() -> int:
    """Measure and print; exit code 1 when the limit is missed."""
    whole = whole_catalog()
    runs = []
    for _ in range(RUNS):
        entries_of.cache_clear()
        start = time.perf_counter()
        whole_catalog()
        runs.append(time.perf_counter() - start)
    catalog = whole.catalog
    entries = [*catalog.cards, *catalog.servers, *catalog.models, *catalog.ecosystems, *catalog.parameters]
    print(f"{len(entries)} entries, {len(whole.gaps)} not plannable, {len(whole.book.quotes)} quotes")
    print(f"median {statistics.median(runs):.3f} s, fastest {min(runs):.3f} s    (limit {LIMIT_S} s)")
    return 0 if statistics.median(runs) < LIMIT_S else 1


if __name__ == "__main__":
    sys.exit(main())
