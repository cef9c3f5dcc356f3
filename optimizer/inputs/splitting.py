"""Over how many server types a workload may be divided."""

from typing import Literal

from optimizer.inputs.requirements import Policy
from optimizer.inputs.workload import CapacityWorkload, InferenceWorkload, ServiceWorkload, Workload

UNDER_A_SHARE_RULE = 2
Splittable = InferenceWorkload | ServiceWorkload | CapacityWorkload
"""Training runs as a gang of identical servers and is never divided."""


def server_types(workload: Workload, policy: Policy) -> int | Literal["any"]:
    """The file's own number; else 2 while a share rule asks for a mix, and 1 otherwise (docs/requirements.md)."""
    if not isinstance(workload, Splittable):
        return 1
    if workload.max_server_types is not None:
        return workload.max_server_types
    return UNDER_A_SHARE_RULE if asks_for_mix(policy) else 1


def asks_for_mix(policy: Policy) -> bool:
    """Whether a share strictly between 0 and 1 is asked for, domestic or of an ecosystem.

    >>> asks_for_mix(Policy.model_validate({"domestic_share": {"minimum": 1}}))
    False
    """
    shares = list(policy.ecosystems.minimum_share.values())
    if policy.domestic_share is not None:
        shares.append(policy.domestic_share.minimum)
    return any(0 < share < 1 for share in shares)
