"""Workloads and placements of the sample plan: inference, a measured service, a training run, split jobs."""

from decimal import Decimal

from optimizer.plan.load_curves import LoadCurve
from optimizer.plan.machines import Placement
from optimizer.plan.plan import WorkloadEcho
from optimizer.sizing.load_curve import LoadPoint

D = Decimal


def placement(year: int, **changes: object) -> Placement:
    fields: dict[str, object] = {
        "workload": "assistant",
        "year": year,
        "server": "big-8",
        "rented": False,
        "replicas": D(5),
        "cards": D(20),
        "tensor_parallel": 4,
        "pipeline_parallel": 1,
        "expert_parallel": 4,
        "weight_precision": "fp8",
        "kv_precision": "bf16",
        "demand": D(14),
        "capacity_per_replica": D(3),
        "capacity": D(15),
        "unit": "requests/s",
        "origin": "modelled",
        "quantile": "p10",
        "band_p10": 0.7,
        "band_p50": 1.0,
        "band_p90": 1.3,
        "concurrency": 64,
        "ttft_p95_ms": 850.0,
        "tpot_p95_ms": 41.5,
        "e2e_p95_ms": 19000.0,
        "max_context_tokens": 32768,
        "notes": ("TP 4 inside one server",),
    }
    return Placement.model_validate(fields | changes)


def service(year: int, server: str, *, is_rented: bool, demand: str) -> Placement:
    measured = {
        "tensor_parallel": None,
        "pipeline_parallel": None,
        "expert_parallel": None,
        "weight_precision": None,
        "kv_precision": None,
        "quantile": None,
        "band_p10": None,
        "band_p50": None,
        "band_p90": None,
        "concurrency": None,
        "ttft_p95_ms": None,
        "tpot_p95_ms": None,
        "e2e_p95_ms": None,
        "max_context_tokens": None,
        "notes": (),
    }
    return placement(
        year,
        workload="票据识别",
        server=server,
        rented=is_rented,
        replicas=D("2.5"),
        cards=D("2.5"),
        demand=D(demand),
        capacity_per_replica=D(16),
        capacity=D(40),
        unit="pages/s",
        origin="measured",
        **measured,
    )


def training(year: int, workload: str, **changes: object) -> Placement:
    """A run on two servers, or jobs of a stream; `jobs` is split between the domestic and the owned pool."""
    untimed = dict.fromkeys(("concurrency", "ttft_p95_ms", "tpot_p95_ms", "e2e_p95_ms", "max_context_tokens"))
    fields: dict[str, object] = {
        "workload": workload,
        "replicas": D(1),
        "cards": D(16),
        "tensor_parallel": 8,
        "weight_precision": "bf16",
        "kv_precision": None,
        "expert_parallel": None,
        "demand": D(1),
        "capacity_per_replica": D(1),
        "capacity": D(1),
        "unit": "runs",
        "days": 38.25,
        "card_hours": 14688.0,
        "mfu": 0.41,
        "notes": (),
    }
    return placement(year, **(untimed | fields | changes))


JOBS: dict[str, object] = {
    "unit": "jobs/month", "cards": D(8), "demand": D(4), "capacity": D(5), "days": None, "card_hours": 96.5,
}  # fmt: skip
WORKLOADS = (
    WorkloadEcho(
        name="assistant",
        kind="inference",
        model="Qwen3-32B",
        demand=D(14),
        unit="requests/s",
        demand_note="peak_requests_per_s as written",
        latency="TTFT p95 ≤ 2000 ms, TPOT p95 ≤ 60 ms",
        native_precision="bf16",
        growth=(1.0, 1.5, 2.2),
        average_load=0.4,
    ),
    WorkloadEcho(
        name="票据识别",
        kind="service",
        model="",
        demand=D(40),
        unit="pages/s",
        demand_note="as stated",
        latency="",
        native_precision="",
        growth=(1.0,),
        average_load=0.4,
    ),
    WorkloadEcho(
        name="pretrain",
        kind="pretrain",
        model="Llama-2-7B",
        demand=D(1),
        unit="runs",
        demand_note="one run of 300,000,000,000 tokens within 45 days, cards held all year",
        latency="",
        native_precision="bf16",
        growth=(1.0,),
        average_load=1.0,
    ),
    WorkloadEcho(
        name="sft",
        kind="finetune",
        model="Llama-2-13B",
        demand=D(8),
        unit="jobs/month",
        demand_note="as stated",
        latency="",
        native_precision="bf16",
        growth=(1.0,),
        average_load=1.0,
    ),
)


def load_point(concurrency: int, rate: float, *, planned: bool = False, full: bool = False) -> LoadPoint:
    """450 output and 1,800 prompt tokens a request."""
    return LoadPoint(
        concurrency=concurrency, requests_per_s=rate, output_tokens_per_s=450 * rate, total_tokens_per_s=2250 * rate,
        ttft_mean_ms=200.0 + concurrency, tpot_mean_ms=20.0 + concurrency / 10, planned=planned, full=full,
    )  # fmt: skip


POINTS = (load_point(1, 0.1), load_point(2, 0.19), load_point(64, 3.25, planned=True), load_point(128, 3.25, full=True))
CURVES = tuple(
    LoadCurve(workload="assistant", server=server, devices=4, weight_precision="fp8", points=POINTS)
    for server in ("big-8", "home-8")
)


def placements() -> tuple[Placement, ...]:
    """The service starts on the domestic pool and moves to rented cards in year 2."""
    rows = []
    for year in (1, 2, 3):
        server = "cloud-1" if year > 1 else "home-8"
        rows += [placement(year), service(year, server, is_rented=year > 1, demand="40")]
        rows += [training(year, "pretrain"), training(year, "sft", server="home-8", **JOBS)]
        rows += [training(year, "sft", server="old-8", owned=True, **JOBS)]
    return tuple(rows)
