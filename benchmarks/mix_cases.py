"""Mixing card types: the cost of Mélange's and AIBrix' own cases against ours.

Each request bucket becomes a measured service that may be divided freely; each card type a server that can only be
rented by the hour. `python -m benchmarks.mix_cases` prints cost per hour and time; the tests compare every case with
the free-split optimum.
"""

import csv
import json
import tempfile
import time
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

PEERS = Path(__file__).parent / "peers"
SHARE_TOLERANCE = 1e-9


class MixCase(NamedTuple):
    """Buckets with their share of a request rate, and card types with price and capacity per bucket."""

    name: str
    rate: float
    """Requests/s in all."""
    shares: dict[str, float]
    """Bucket → share of the rate."""
    price_per_hour: dict[str, float]
    """Card type → USD per hour."""
    capacity: dict[tuple[str, str], float]
    """(bucket, card type) → requests/s of one card; 0 = cannot serve."""
    optimum: float | None
    """USD per hour when buckets split freely; None = not stated."""
    peer: float | None
    """The other tool's own answer."""


def melange_case() -> MixCase:
    """Mélange's example."""
    data = json.loads((PEERS / "melange_example.json").read_text(encoding="utf-8"))
    given = data["input"]
    cards = given["gpu_info"]
    buckets = {f"b{i}-{j}": (i, j) for i in range(2) for j in range(2)}
    return MixCase(
        name="melange-example",
        rate=given["total_request_rate"],
        shares={b: given["workload_distribution"][i][j] for b, (i, j) in buckets.items()},
        price_per_hour={card: info["cost"] for card, info in cards.items()},
        capacity={(b, card): info["tputs"][i][j] for b, (i, j) in buckets.items() for card, info in cards.items()},
        optimum=data["optimum_if_buckets_split_freely"]["cost"],
        peer=data["runs_by_slice_factor"]["1"]["result"]["cost"],
    )


def profile(table: str) -> dict[str, float]:
    """AIBrix profile: bucket `out-in` → requests/s."""
    with (PEERS / "aibrix_profile_tables.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["table"] == table]
    return {f"{row['output_tokens']}-{row['input_tokens']}": float(row["max_tput_req_s"]) for row in rows}


def aibrix_cases() -> list[MixCase]:
    """The six distributions."""
    cases = []
    for case in json.loads((PEERS / "aibrix_cases.json").read_text(encoding="utf-8"))["cases"]:
        tables = dict(zip(("A100", "A40"), map(profile, case["tables"]), strict=True))
        buckets = list(tables["A100"])
        flat = [share for row in case["workload_distribution"] for share in row]
        cases.append(
            MixCase(
                name=case["name"].replace(".", "-"),
                rate=case["total_request_rate"],
                shares=dict(zip(buckets, flat, strict=True)),
                price_per_hour={"A100": case["a100_cost"], "A40": case["a40_cost"]},
                capacity={(b, card): table[b] for card, table in tables.items() for b in buckets},
                optimum=case["optimum_if_buckets_split_freely"]["cost"],
                peer=case["melange_result"]["cost"],
            )
        )
    return cases


def write_request(case: MixCase, folder: Path) -> Path:
    """The case as a requirements file with its catalog and measurements; returns the file.

    Raises ValueError when the shares do not add up to one.
    """
    total = sum(case.shares.values())
    if abs(total - 1) > SHARE_TOLERANCE:
        raise ValueError(f"{case.name}: shares add up to {total}, not 1")
    used = {bucket: share for bucket, share in case.shares.items() if share > 0}
    services = "\n".join(
        f"  - {{name: {bucket}, kind: service, shares_cards: true, max_server_types: any,"
        f" demand: {{value: {Decimal(str(share)) * Decimal(str(case.rate)):f}, unit: requests/s}}}}"
        for bucket, share in used.items()
    )
    servers = "\n".join(
        f"  - {{id: {card}, cards: 1, card: {{id: {card}-card, ecosystem: cuda, domestic: false}},"
        f" rent: {{price_per_hour: {price}, currency: USD}}}}"
        for card, price in case.price_per_hour.items()
    )
    rows = [
        f"{bucket},{card},1,{Decimal(str(case.capacity[bucket, card])):f},requests/s,undated,{case.name}"
        for bucket in used
        for card in case.price_per_hour
    ]
    (folder / "cards.yaml").write_text(f"servers:\n{servers}\n", encoding="utf-8")
    header = "workload,server,cards,capacity,unit,date,source"
    (folder / "rates.csv").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    request = folder / "request.yaml"
    request.write_text(
        f"name: {case.name}\nlanguage: en\ncurrency: USD\ncatalog: [cards.yaml]\nmeasurements: [rates.csv]\n"
        f"workloads:\n{services}\nfinance: {{horizon_years: 1, discount_rate: 0}}\nrent: {{allowed: true}}\n",
        encoding="utf-8",
    )
    return request


def main() -> None:
    """Print our cost per hour, theirs, and the time."""
    from optimizer.inputs.load import load_request
    from optimizer.plan.make_plan import make_plan
    from optimizer.plan.plan import Plan
    from optimizer.solve.settings import Settings

    for case in (melange_case(), *aibrix_cases()):
        with tempfile.TemporaryDirectory() as folder:
            request = load_request(write_request(case, Path(folder)))
            started = time.perf_counter()
            plan = make_plan(request, Settings(gap=0.0))
            seconds = time.perf_counter() - started
        cost = plan.objective.tco_npv / 8760 if isinstance(plan, Plan) else None
        print(f"{case.name:40} {cost!s:>8.6} USD/h  optimum {case.optimum:.4g}  peer {case.peer:.4g}  {seconds:.2f} s")


if __name__ == "__main__":
    main()
