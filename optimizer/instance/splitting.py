"""In which tenths a workload may be placed on one server type (who may be split: `optimizer.inputs.splitting`)."""

import math

from optimizer.inputs.request import Request
from optimizer.inputs.splitting import Splittable, server_types
from optimizer.inputs.workload import Workload
from optimizer.instance.usage import WHOLE
from optimizer.units import exact


def max_offers(request: Request, workload: Workload) -> int:
    """Server types that may share the workload in tenths; 1 where it stays whole or divides freely."""
    types = server_types(workload, request.requirements.policy)
    return 1 if types == "any" else types


def tenths_for(request: Request, workload: Workload) -> tuple[int, ...]:
    """Sizes in which the workload may be placed on one server type: all of it, and what `minimum_split` leaves."""
    if max_offers(request, workload) == 1 or not isinstance(workload, Splittable):
        return (WHOLE,)
    least = math.ceil(exact(workload.minimum_split) * WHOLE)
    return (*range(least, WHOLE - least + 1), WHOLE)
