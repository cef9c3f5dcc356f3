"""Network: switches for the groups that span several servers, a two-level fat tree of one rate.

P = Σ_{w,s,j} ports[w,s,j]·x[w,s,j]
o = 1:  L = 1, M = 0, P ≤ switch_ports                 one switch is enough
o = 0:  2·P ≤ switch_ports·L                           half of a leaf's ports look down
        L ≤ 2·M                                        a spine takes the uplinks of two leaves
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_network(instance: Instance, plan: PlanVars) -> list[Row]:
    """Switch rows; none where no load spans servers."""
    if instance.network is None or plan.network is None:
        return []
    ports = sum(i.ports * plan.placed[i.workload, i.offer, i.tenths] for i in instance.loads if i.ports)
    width, switches, model = instance.network.switch_ports, plan.network, plan.model
    rows = [
        model.add(switches.leaves == 1).only_enforce_if(switches.single),
        model.add(switches.spines == 0).only_enforce_if(switches.single),
        model.add(ports <= width).only_enforce_if(switches.single),
        model.add(2 * ports <= width * switches.leaves).only_enforce_if(~switches.single),
        model.add(switches.leaves <= 2 * switches.spines).only_enforce_if(~switches.single),
    ]
    return [Row(None, row) for row in rows]
