"""The defaults table: what holds where a requirements file says nothing, and which limits are open.

The pydantic models carry the same values; a test compares.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from optimizer.inputs.catalog import Catalog
from optimizer.inputs.document import join
from optimizer.inputs.prices import PriceBooks
from optimizer.inputs.request import Assumption
from optimizer.inputs.requirements import Policy, Requirements
from optimizer.inputs.splitting import Splittable, server_types
from optimizer.inputs.traffic import DEFAULT_AVERAGE_LOAD, Traffic
from optimizer.inputs.workload import (
    CapacityWorkload,
    FinetuneWorkload,
    InferenceWorkload,
    PretrainWorkload,
    ServiceWorkload,
    TrainingWorkload,
    Workload,
)


class Default(NamedTuple):
    """Value of a key that a file may leave out."""

    key: str
    """Relative to the file, or to the workload, traffic, rule or inventory entry that the table is about."""
    value: str
    unit: str = ""


ELECTRICITY = "site.electricity.price_per_kwh"
OWN_CATALOG_VALUE = "own value (catalog)"
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
    Default("site.storage.owned", "false", "storage for training is bought"),
    Default(ELECTRICITY, "parameter electricity_price"),
    Default("finance.horizon_years", "3", "years"),
    Default("finance.discount_rate", "0.08", "per year"),
    Default("finance.timing", "mid_year"),
    Default("finance.vat.recoverable", "true"),
    Default("policy.consumer_cards", "forbid"),
    Default("policy.ecc", "any"),
    Default("policy.minimum_confidence", "low"),
    Default("policy.allow_second_hand", "false"),
    Default("sizing.quantile", "auto"),
    Default("sizing.load_limit", "0.8", "share of steady-state rate"),
    Default("rent.allowed", "false"),
    Default("rent.term", "on_demand"),
    Default("rent.maximum_share", "1", "share of the cards in service, each year"),
    Default("buy.allowed", "true"),
)
SHARE_DEFAULTS = (
    Default("by", "spend"),
    Default("precision", "bf16", "where compute is counted"),
    Default("scope", "purchases"),
)
WORKLOAD_DEFAULTS = (
    Default("spare_servers", "0", "servers"),
    Default("growth", "1", "× first year"),
    Default("domestic_only", "false"),
)
INFERENCE_DEFAULTS = (
    Default("weight_precision", "the checkpoint's own, 16-bit and 8-bit forms that chip and ecosystem support"),
    Default("kv_precision", "bf16"),
    Default("memory_use", "0.9", "share of card memory"),
)
TRAFFIC_DEFAULTS = (Default("full_context", "false"),)
CLASS_DEFAULTS = (Default("prefix_cache_hit", "0", "share of prompt tokens"),)
"""Of the one length distribution, or of each class of a mix."""
SERVICE_DEFAULTS = (
    Default("shares_cards", "false"),
    Default("average_load", "0.4", "mean / peak"),
)
CAPACITY_DEFAULTS = (Default("average_load", "0.4", "mean / peak"),)
SPLIT_DEFAULTS = (Default("minimum_split", "0.3", "share of the workload"),)
"""In force where a workload may stand on several server types."""
TRAINING_DEFAULTS = (Default("precision", "bf16"), Default("mfu", "from the training model"))
RUN_DEFAULTS = (Default("spare_share", "0", "share of the run's servers"), Default("offload", "forbid"))
INVENTORY_DEFAULTS = (
    Default("cards", "all", "usable cards of each server"),
    Default("year_bought", "out of warranty"),
    Default("until", "in service over the whole horizon"),
)
KIND_DEFAULTS: dict[type[Workload], tuple[Default, ...]] = {
    InferenceWorkload: INFERENCE_DEFAULTS,
    ServiceWorkload: SERVICE_DEFAULTS,
    CapacityWorkload: CAPACITY_DEFAULTS,
    PretrainWorkload: TRAINING_DEFAULTS + RUN_DEFAULTS,
    FinetuneWorkload: TRAINING_DEFAULTS,
}
FILE_LIMITS = (
    "site.it_power_kw", "site.facility_power_kw", "site.racks", "finance.capex_budget", "policy.ecosystems.maximum",
    "policy.maximum_lead_time_weeks", "policy.ecc_above_days",
)  # fmt: skip
LATENCY_LIMITS = ("ttft_p95_ms", "tpot_p95_ms", "e2e_p95_ms")
RACK_LIMITS = ("units", "power_kw", "weight_kg")


def assumptions(
    requirements: Requirements, data: Mapping[str, Any], catalog: Catalog, book: PriceBooks
) -> tuple[Assumption, ...]:
    """Every default in force because `data`, the file as read, leaves the key out or empty."""
    found = [
        Assumption(path="as_of", value=book.snapshot.isoformat(), unit="", source=f"snapshot of price book {book.id}")
        for _ in range(not _given(data, "as_of"))
    ]
    in_force = _in_force(FILE_DEFAULTS, data, "", unless=_without_effect(requirements))
    found += [_electricity(catalog) if each.path == ELECTRICITY else each for each in in_force]
    if requirements.policy.domestic_share is not None:
        unless = {"precision"} if requirements.policy.domestic_share.by != "compute" else set[str]()
        found += _in_force(SHARE_DEFAULTS, data["policy"]["domestic_share"], "policy.domestic_share", unless)
    elif requirements.policy.ecosystems.minimum_share:
        found += _in_force(SHARE_DEFAULTS, {}, "policy.domestic_share", unless={"precision"})
    for index, workload in enumerate(requirements.workloads):
        path, entry = join("workloads", index), data["workloads"][index]
        found += _in_force((*WORKLOAD_DEFAULTS, *KIND_DEFAULTS[type(workload)]), entry, path)
        found += _splitting(workload, requirements.policy, entry, path)
        if not isinstance(workload, InferenceWorkload):
            continue
        if isinstance(entry["traffic"], dict):
            found += _traffic(entry["traffic"], join(path, "traffic"))
            if isinstance(workload.traffic, Traffic) and workload.traffic.average_load is None:
                found.append(_average_load(workload.traffic, join(join(path, "traffic"), "average_load")))
        if workload.engine is None:
            found.append(_engines(requirements, catalog, join(path, "engine")))
    for index, entry in enumerate(data.get("inventory") or ()):
        found += _in_force(INVENTORY_DEFAULTS, entry, join("inventory", index))
    return tuple(found)


def _traffic(entry: Mapping[str, Any], path: str) -> list[Assumption]:
    found = _in_force(TRAFFIC_DEFAULTS, entry, path)
    if not _given(entry, "mix"):
        return found + _in_force(CLASS_DEFAULTS, entry, path)
    for number, one in enumerate(entry["mix"]):
        found += _in_force(CLASS_DEFAULTS, one, join(f"{path}.mix", number))
    return found


def open_limits(requirements: Requirements) -> tuple[str, ...]:
    """Paths of the limits that the file leaves open: `not limited`."""
    concerns = set(FILE_LIMITS) if _trains(requirements) else set(FILE_LIMITS) - {"policy.ecc_above_days"}
    found = [path for path in FILE_LIMITS if path in concerns and not _field(requirements, path)]
    for number, rack in enumerate(requirements.site.racks):
        found += [f"site.racks[{number}].{key}" for key in RACK_LIMITS if getattr(rack, key) is None]
    for index, workload in enumerate(requirements.workloads):
        if isinstance(workload, InferenceWorkload):
            limits = {key: getattr(workload.latency, key) for key in LATENCY_LIMITS}
            limits["tpot_p95_ms"] = workload.latency.tpot_limit_ms
            found += [f"workloads[{index}].latency.{key}" for key, limit in limits.items() if limit is None]
    return tuple(found)


def _in_force(
    table: Iterable[Default], data: Mapping[str, Any], prefix: str, unless: Collection[str] = ()
) -> list[Assumption]:
    return [
        Assumption(path=join(prefix, row.key), value=row.value, unit=row.unit, source="default")
        for row in table
        if not _given(data, row.key) and row.key not in unless
    ]


def _without_effect(requirements: Requirements) -> set[str]:
    """Defaults that another key of the file takes the meaning from."""
    keys = set() if requirements.rent.allowed else {"rent.term", "rent.maximum_share"}
    if not _trains(requirements):
        keys.add("site.storage.owned")
    return keys | ({ELECTRICITY} if "electricity_price" in requirements.costs else set())


def _trains(requirements: Requirements) -> bool:
    return any(isinstance(workload, TrainingWorkload) for workload in requirements.workloads)


def _electricity(catalog: Catalog) -> Assumption:
    """The catalog's price per kWh, which own entries may change."""
    entry = catalog.parameters["electricity_price"]
    own = {"parameters.electricity_price", "parameters.electricity_price.typical"} & set(catalog.own_ids)
    source = OWN_CATALOG_VALUE if own else "default"
    return Assumption(path=ELECTRICITY, value=str(entry.typical), unit=entry.unit, source=source)


def _splitting(workload: Workload, policy: Policy, entry: Mapping[str, Any], path: str) -> list[Assumption]:
    """Over how many server types a splittable workload may be divided, and how small a part may be."""
    if not isinstance(workload, Splittable):
        return []
    found, types = [], server_types(workload, policy)
    if workload.max_server_types is None:
        source = "default" if types == 1 else "default under a share rule between 0 and 1: in tenths"
        key = join(path, "max_server_types")
        found.append(Assumption(path=key, value=str(types), unit="server types", source=source))
    return found + (_in_force(SPLIT_DEFAULTS, entry, path) if types not in (1, "any") else [])


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


def _average_load(traffic: Traffic, path: str) -> Assumption:
    """What the stated daily volume implies, else the default."""
    load = traffic.mean_over_peak
    source = "default" if load == DEFAULT_AVERAGE_LOAD else "busy_hours / (24 · peak_factor)"
    return Assumption(path=path, value=f"{load:.4g}", unit="mean / peak", source=source)
