"""The defaults table: what holds where a requirements file says nothing, and which limits are open.

The pydantic models carry the same values; a test compares.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from optimizer.inputs.catalog import Catalog
from optimizer.inputs.document import join
from optimizer.inputs.prices import PriceBook
from optimizer.inputs.request import Assumption
from optimizer.inputs.requirements import Requirements
from optimizer.inputs.workload import InferenceWorkload


class Default(NamedTuple):
    """Value of a key that a file may leave out."""

    key: str
    """Relative to the file, to the workload, or to its traffic."""
    value: str
    unit: str = ""


ELECTRICITY_CNY_PER_KWH = "0.65"
FILE_DEFAULTS = (
    Default("language", "zh"),
    Default("currency", "CNY"),
    Default("price_book", "china-2026"),
    Default("price_case", "typical"),
    Default("buyer", "private"),
    Default("site.place", "datacenter"),
    Default("site.cooling", "air"),
    Default("site.pue.air", "1.3"),
    Default("site.pue.liquid", "1.15"),
    Default("site.reserve.power", "0", "share of the limit"),
    Default("site.reserve.racks", "0", "share of the racks"),
    Default("site.electricity.price_per_kwh", ELECTRICITY_CNY_PER_KWH, "CNY/kWh"),
    Default("finance.horizon_years", "3", "years"),
    Default("finance.discount_rate", "0.08", "per year"),
    Default("finance.timing", "mid_year"),
    Default("finance.vat.recoverable", "true"),
    Default("policy.consumer_cards", "forbid"),
    Default("policy.ecc", "any"),
    Default("policy.minimum_confidence", "low"),
    Default("sizing.quantile", "auto"),
    Default("sizing.load_limit", "0.8", "share of steady-state rate"),
    Default("rent.allowed", "false"),
)
WORKLOAD_DEFAULTS = (Default("spare_servers", "0", "servers"), Default("growth", "1", "× first year"))
INFERENCE_DEFAULTS = (
    Default("weight_precision", "the checkpoint's own, 16-bit and 8-bit forms that chip and ecosystem support"),
    Default("kv_precision", "bf16"),
    Default("memory_use", "0.9", "share of card memory"),
    Default("max_server_types", "1", "server types"),
)
TRAFFIC_DEFAULTS = (
    Default("full_context", "false"),
    Default("prefix_cache_hit", "0", "share of prompt tokens"),
    Default("average_load", "0.4", "mean / peak"),
)
SERVICE_DEFAULTS = (
    Default("shares_cards", "false"),
    Default("max_server_types", "1", "server types"),
    Default("average_load", "0.4", "mean / peak"),
)
FILE_LIMITS = (
    "site.it_power_kw", "site.facility_power_kw", "site.racks", "finance.capex_budget", "policy.ecosystems.maximum",
)  # fmt: skip
LATENCY_LIMITS = ("ttft_p95_ms", "tpot_p95_ms", "e2e_p95_ms")
RACK_LIMITS = ("units", "power_kw", "weight_kg")


def assumptions(
    requirements: Requirements, data: Mapping[str, Any], catalog: Catalog, book: PriceBook
) -> tuple[Assumption, ...]:
    """Every default in force because `data`, the file as read, leaves the key out or empty."""
    found = [
        Assumption(path="as_of", value=book.snapshot.isoformat(), unit="", source=f"snapshot of price book {book.id}")
        for _ in range(not _given(data, "as_of"))
    ]
    found += _in_force(FILE_DEFAULTS, data, "")
    for index, workload in enumerate(requirements.workloads):
        path, entry = join("workloads", index), data["workloads"][index]
        found += _in_force(WORKLOAD_DEFAULTS, entry, path)
        if not isinstance(workload, InferenceWorkload):
            found += _in_force(SERVICE_DEFAULTS, entry, path)
            continue
        found += _in_force(INFERENCE_DEFAULTS, entry, path)
        if isinstance(entry["traffic"], dict):
            found += _in_force(TRAFFIC_DEFAULTS, entry["traffic"], join(path, "traffic"))
        if workload.engine is None:
            found.append(_engines(requirements, catalog, join(path, "engine")))
    return tuple(found)


def open_limits(requirements: Requirements) -> tuple[str, ...]:
    """Paths of the limits that the file leaves open: `not limited`."""
    found = [path for path in FILE_LIMITS if not _field(requirements, path)]
    for number, rack in enumerate(requirements.site.racks):
        found += [f"site.racks[{number}].{key}" for key in RACK_LIMITS if getattr(rack, key) is None]
    for index, workload in enumerate(requirements.workloads):
        if isinstance(workload, InferenceWorkload):
            limits = {key: getattr(workload.latency, key) for key in LATENCY_LIMITS}
            limits["tpot_p95_ms"] = workload.latency.tpot_limit_ms
            found += [f"workloads[{index}].latency.{key}" for key, limit in limits.items() if limit is None]
    return tuple(found)


def _in_force(table: Iterable[Default], data: Mapping[str, Any], prefix: str) -> list[Assumption]:
    return [
        Assumption(path=join(prefix, row.key), value=row.value, unit=row.unit, source="default")
        for row in table
        if not _given(data, row.key)
    ]


def _given(data: Any, key: str) -> bool:
    for step in key.split("."):
        data = data.get(step) if isinstance(data, Mapping) else None
    return data is not None


def _field(requirements: Requirements, path: str) -> Any:
    """Truth of a limit; a budget of 0 is a limit."""
    value: Any = requirements
    for step in path.split("."):
        value = getattr(value, step)
    return value is not None and value != ()


def _engines(requirements: Requirements, catalog: Catalog, path: str) -> Assumption:
    """Engine class by ecosystem, of those that the policy admits."""
    allowed = requirements.policy.ecosystems.allowed
    classes = (f"{e.id}: {e.engine_class}" for e in catalog.ecosystems.values() if not allowed or e.id in allowed)
    return Assumption(path=path, value=", ".join(classes), unit="engine class by ecosystem", source="default")
