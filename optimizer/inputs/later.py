"""Keys of the file format that this version does not act on: they are refused, never ignored."""

import re

LATER_KEYS = frozenset({
    "start", "quotes", "costs", "inventory", "buy", "scenarios",
    "workloads[].minimum_split", "workloads[].shift_load", "workloads[].domestic_only", "workloads[].window",
    "workloads[].shifts", "workloads[].tokens", "workloads[].deadline_days", "workloads[].jobs_per_month",
    "site.power_cap", "site.shifts", "site.fabric", "site.electricity.tariff",
    "finance.budget_vat", "finance.budget_other", "finance.budget_hardware_share",
    "policy.domestic_share", "policy.allow_second_hand", "policy.ecosystems.minimum_share",
    "rent.maximum_share",
})  # fmt: skip
"""Dotted paths; `[]` stands for any position in a list."""
LATER_VALUES: dict[str, tuple[object, ...]] = {
    "workloads[].kind": ("pretrain", "finetune", "capacity"),
    "workloads[].max_server_types": (2, 3, 4, 5, 6, 7, 8, 9, 10, "any"),
}
"""Values of known keys that come later; a service may already divide its demand over `any` server types."""


def comes_later(path: str, value: object) -> bool:
    """Whether a refused key, or a refused value of a known key, is one that a later version reads."""
    pattern = re.sub(r"\[[0-9]+\]", "[]", path)
    return pattern in LATER_KEYS or (not isinstance(value, list | dict) and value in LATER_VALUES.get(pattern, ()))


def later_wording(path: str, value: object) -> tuple[str, str]:
    """What to say about it: what is wrong, and the remedy."""
    if re.sub(r"\[[0-9]+\]", "[]", path) in LATER_KEYS:
        return "comes later: this version does not support it", "remove the key"
    remedy = "remove the workload" if path.endswith(".kind") else "remove the key"
    return f"{value} comes later: this version does not support it", remedy
