"""Keys of the file format that this version does not act on: they are refused, never ignored."""

import re

LATER_KEYS = frozenset({
    "workloads[].shift_load", "workloads[].window", "workloads[].shifts",
    "site.power_cap", "site.shifts", "site.electricity.tariff",
    "finance.budget_vat", "finance.budget_other", "finance.budget_hardware_share",
})  # fmt: skip
"""Dotted paths; `[]` stands for any position in a list."""
LATER_VALUES: dict[str, tuple[object, ...]] = {
    "workloads[].max_server_types": ("any",),
    "workloads[].offload": ("allow",),
    "rent.term": ("three_year",),
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
    return f"{value} comes later: this version does not support it", "remove the key"
