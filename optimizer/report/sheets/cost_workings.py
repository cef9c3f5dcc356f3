"""Workings of the cost sheet: servers in service and out of warranty, and the energy they and the switches draw."""

from optimizer.report.cells import Expr
from optimizer.report.sheets.cost_grid import Grid
from optimizer.report.sheets.cost_rows import Driver, Fleet, Timeline
from optimizer.report.sheets.inputs import InputCells, Machine, NetworkCells, owned_maintained
from optimizer.report.texts import both, same


def write_workings(grid: Grid, inputs: InputCells, time: Timeline) -> tuple[dict[str, Fleet], Driver | None]:
    """Quantities of each pool on site by server, and the energy of the switches, kWh per year."""
    if inputs.machines or inputs.network:
        grid.band("cost.workings")
    fleets = {machine.pool.server: _fleet(grid, inputs, machine, time) for machine in inputs.machines}
    return fleets, _switch_energy(grid, inputs, inputs.network, time.running) if inputs.network else None


def _fleet(grid: Grid, inputs: InputCells, machine: Machine, time: Timeline) -> Fleet:
    pool = machine.pool
    in_service = _servers(grid, inputs, machine, "in_service", time.running, (machine.owned_row, pool.owned))
    late = (machine.owned_maintained_row, owned_maintained(pool))
    unwarranted = time.running if pool.second_hand else time.after_warranty
    maintained = _servers(grid, inputs, machine, "maintained", unwarranted, late)
    return Fleet(in_service, maintained, _energy(grid, inputs, machine, in_service))


def _servers(
    grid: Grid, inputs: InputCells, machine: Machine, name: str, flag: Driver, owned: tuple[int | None, tuple[int, ...]]
) -> Driver:
    """Servers bought × a flag of the axis, and the owned ones of that year."""
    row, counts = owned
    mine = {} if row is None else dict(zip(grid.axis.years, counts, strict=True))
    columns = {*flag.values, *mine}
    values = {c: machine.servers.value * flag.values.get(c, 0.0) + mine.get(c, 0) for c in columns}

    def formula(column: int) -> Expr:
        own = "" if row is None else f"+'{inputs.sheet}'!{grid.at(row, column)}"
        return Expr(f"{machine.servers.text}*{grid.at(flag.row, column)}{own}", values.get(column, 0.0))

    grid.named(f"cost.{name}", grid.unit("servers"), subject=machine.pool.server_name)
    return Driver("", grid.across(formula, "integer"), values)


def _energy(grid: Grid, inputs: InputCells, machine: Machine, in_service: Driver) -> Driver:
    """Energy in kWh = hours/1000 · PUE · (idle_w·servers + (typical_w − idle_w)/k · busy cards)."""
    name, constants = machine.pool.server_name, inputs.constants
    grid.named("cost.idle_power", same("W"), subject=name)
    idle = grid.constant(machine.idle_power_w, "integer")
    grid.row += 1
    grid.named("cost.load_power", grid.unit("w_per_card"), subject=name)
    load = grid.constant((machine.typical_power_w - machine.idle_power_w) / machine.cards, "decimal")
    grid.row += 1
    busy = dict(zip(grid.axis.years, map(float, machine.pool.busy_cards), strict=True))
    watts = {c: idle.value * in_service.values.get(c, 0.0) + load.value * cards for c, cards in busy.items()}

    def power(column: int) -> Expr:
        servers, cards = grid.at(in_service.row, column), f"'{inputs.sheet}'!{grid.at(machine.busy.row, column)}"
        return Expr(f"{idle.text}*{servers}+{load.text}*{cards}", watts.get(column, 0.0))

    grid.named("cost.average_power", same("W"), subject=name)
    power_row = grid.across(power, "integer")
    grid.named("cost.energy_kwh", same("kWh"), subject=name)
    per_watt = grid.constant(
        inputs.rates.pue[machine.pool.server] * constants.hours_per_year / constants.watts_per_kw, "decimal"
    )
    kwh = {c: per_watt.value * w for c, w in watts.items()}
    row = grid.across(lambda c: Expr(f"{per_watt.text}*{grid.at(power_row, c)}", kwh.get(c, 0.0)), "integer")
    return Driver("", row, kwh)


def _switch_energy(grid: Grid, inputs: InputCells, network: NetworkCells, running: Driver) -> Driver:
    """Energy in kWh = hours/1000 · PUE · power of a switch · switches."""
    constants, pue = inputs.constants, inputs.rates.network_pue
    if pue is None:
        raise AssertionError("a network without its PUE")
    subject = both("item.network", grid.sheet.language).here
    grid.named("cost.average_power", same("W"), subject=subject)
    watts = grid.constant(network.switch_power_w * (network.leaf_switches + network.spine_switches), "integer")
    powers = {c: watts.value * flag for c, flag in running.values.items()}
    power = grid.across(lambda c: Expr(f"{watts.text}*{grid.at(running.row, c)}", powers.get(c, 0.0)), "integer")
    grid.named("cost.energy_kwh", same("kWh"), subject=subject)
    per_watt = grid.constant(pue * constants.hours_per_year / constants.watts_per_kw, "decimal")
    kwh = {c: per_watt.value * w for c, w in powers.items()}
    row = grid.across(lambda c: Expr(f"{per_watt.text}*{grid.at(power, c)}", kwh.get(c, 0.0)), "integer")
    return Driver("", row, kwh)
