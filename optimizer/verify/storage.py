"""Storage of a plan, stated a second time from the request: bytes, terabytes, cost."""

import math
from decimal import Decimal
from fractions import Fraction

from optimizer.inputs.request import Request
from optimizer.inputs.workload import FinetuneWorkload, PretrainWorkload
from optimizer.instance.prepared import Prepared
from optimizer.units import exact


def ordered_tb(request: Request) -> int:
    """Terabytes bought: what the file says, else what runs and jobs at the same time keep; 0 where none is bought."""
    requirements = request.requirements
    stated, budget = requirements.site.storage, requirements.finance.capex_budget
    if stated.owned or not requirements.buy.allowed or (budget is not None and not budget):
        return 0
    if stated.capacity_tb is not None:
        return stated.capacity_tb
    kept_bytes = sum((_kept_bytes(request, w) for w in requirements.workloads), Fraction(0))
    return math.ceil(kept_bytes / Fraction(request.parameter("storage_usable_share")) / 10**12)


def _kept_bytes(request: Request, workload: object) -> Fraction:
    if not isinstance(workload, PretrainWorkload | FinetuneWorkload):
        return Fraction(0)
    by_id = {name: Fraction(request.parameter(name)) for name in (
        "checkpoint_bytes_per_parameter", "checkpoints_kept", "dataset_text_bytes_per_token",
        "dataset_tokenised_bytes_per_token",
    )}  # fmt: skip
    parameters = Fraction(request.catalog.models[workload.model].total_params)
    together = max(exact(factor) for factor in workload.growth)
    if isinstance(workload, FinetuneWorkload):
        together *= exact(workload.jobs_per_month) * exact(workload.max_hours_per_job) / 730
        if workload.method in ("lora", "qlora"):
            parameters /= 200
    tokens = Fraction(workload.job_tokens)
    if workload.samples is not None:
        tokens = workload.samples.count * exact(workload.samples.tokens_per_sample)
    checkpoint = math.ceil(parameters * by_id["checkpoint_bytes_per_parameter"])
    data = math.ceil(tokens * (by_id["dataset_text_bytes_per_token"] + by_id["dataset_tokenised_bytes_per_token"]))
    return math.ceil(together) * (math.ceil(by_id["checkpoints_kept"]) * checkpoint + Fraction(data))


def storage_purchase(request: Request) -> Decimal:
    """Price of what is bought, ex VAT."""
    return ordered_tb(request) * request.parameter("parallel_storage_price")


def storage_cost(prepared: Prepared) -> Decimal:
    """Present value; VAT where it is not recovered."""
    goods = Decimal(1) if prepared.terms.vat_recoverable else 1 + prepared.terms.vat["goods"]
    return storage_purchase(prepared.request) * goods
