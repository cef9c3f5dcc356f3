"""Every option of SERVERS servers × WORKLOADS workloads, enumerated and sized on one core.

Real machines of the shipped catalog, models from 8B to 671B, dense and MoE, both forms of traffic. Prints the median of
RUNS passes in one process, after the first. Fails when it is not below LIMIT_S.
"""

import statistics
import sys
import time
from typing import Any

from optimizer.inputs.in_memory import request_of
from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.sizing.size import size

SERVERS, WORKLOADS, LIMIT_S, RUNS = 130, 10, 3.0, 3
MODELS = (
    "Qwen3-8B", "Qwen2.5-14B", "Qwen3-32B", "Llama-3.3-70B", "Qwen2.5-72B", "Qwen3-30B-A3B", "gpt-oss-120b",
    "Qwen3-235B-A22B", "DeepSeek-R1", "Llama-3.1-405B",
)  # fmt: skip


def request() -> Request:
    """Ten services; every second one in flight instead of by rate; the site has a fabric."""
    return request_of(
        {
            "name": "sizing speed",
            "site": {"cooling": ["air", "liquid"], "fabric": {"kind": "roce", "gbps_per_card": 200}},
            "policy": {"consumer_cards": "allow"},
            "workloads": [_service(number, model) for number, model in enumerate(MODELS)],
        },
        "sizing_speed",
    )


def _service(number: int, model: str) -> dict[str, Any]:
    load = {"concurrent_requests": 64} if number % 2 else {"peak_requests_per_s": 5}
    lengths = {"input_tokens": {"mean": 2000, "p95": 6000}, "output_tokens": {"mean": 500, "p95": 1200}}
    return {
        "name": f"service-{number}",
        "kind": "inference",
        "model": model,
        "traffic": {**load, **lengths},
        "latency": {"ttft_p95_ms": 3000, "tpot_p95_ms": 60, "e2e_p95_ms": 60_000},
        "max_context_tokens": 8192,
    }


def one_pass(asked: Request) -> tuple[int, int]:
    """(options, rejections) of all pairs."""
    servers = sorted(asked.catalog.servers.values(), key=lambda server: (server.site is None, server.id))[:SERVERS]
    options = rejections = 0
    for workload in asked.requirements.workloads:
        assert isinstance(workload, InferenceWorkload)
        for server in servers:
            found = size(asked, workload, server)
            options += len(found) if isinstance(found, tuple) else 0
            rejections += not isinstance(found, tuple)
    return options, rejections


def main() -> int:
    """Measure and print; exit code 1 when the limit is missed, or the catalog has too few servers."""
    asked = request()
    options, rejections = one_pass(asked)
    runs = []
    for _ in range(RUNS):
        start = time.process_time()
        one_pass(asked)
        runs.append(time.process_time() - start)
    seconds = statistics.median(runs)
    print(f"{SERVERS} servers × {WORKLOADS} workloads: {options} options, {rejections} rejections")
    print(f"median {seconds:.2f} s, fastest {min(runs):.2f} s of one core    (limit {LIMIT_S} s)")
    enough = len(asked.catalog.servers) >= SERVERS and len(MODELS) == WORKLOADS
    return 0 if enough and seconds < LIMIT_S else 1


if __name__ == "__main__":
    sys.exit(main())
