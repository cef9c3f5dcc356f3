from decimal import Decimal
from pathlib import Path

import pytest

from optimizer.inputs.load import load_family
from optimizer.inputs.parameter_rules import DIVISORS, LEAST
from optimizer.inputs.request import Assumption
from optimizer.inputs.shipped import shipped_entries
from tests.inputs.request_files import INFERENCE, load, problems


def test_an_own_value_replaces_the_parameter_in_every_price_case(tmp_path: Path) -> None:
    text = INFERENCE + "currency: USD\ncosts: {maintenance_rate: 0.065, engineer_month: 35000}\n"
    request = load(tmp_path, text)
    entry = request.catalog.parameters["maintenance_rate"]
    assert (entry.low, entry.typical, entry.high) == (Decimal("0.065"),) * 3
    assert (entry.unit, entry.spec.source) == ("share of server price per year", "own value (costs)")
    # 35,000 CNY at 7 CNY per USD: the unit stays the parameter's own
    assert request.parameter("engineer_month") == 5000
    assert request.catalog.parameters["servers_per_fte"].typical == 75
    assert request.assumptions[0] == Assumption(
        path="costs.maintenance_rate", value="0.065", unit="share of server price per year",
        source="own value (costs)", confidence="high",
    )  # fmt: skip


def test_a_scenario_changes_one_cost(tmp_path: Path) -> None:
    text = INFERENCE + "costs: {maintenance_rate: 0.06, engineer_month: 1}\n"
    text += "scenarios:\n  a: {costs: {maintenance_rate: 0.1}}\n  b: {costs: {maintenance_rate: null}}\n"
    load(tmp_path, text)
    found = load_family(tmp_path / "request.yaml")
    rates = {name: request.parameter("maintenance_rate") for name, request in found.scenarios.items()}
    assert rates == {"a": Decimal("0.1"), "b": Decimal("0.08")}
    assert found.base.parameter("maintenance_rate") == Decimal("0.06")
    assert {request.parameter("engineer_month") for request in found.scenarios.values()} == {1}


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ("{maintenence_rate: 0.06}",
         'request.yaml:12:9: costs.maintenence_rate: unknown cost parameter "maintenence_rate"; '
         "did you mean maintenance_rate?"),
        ("{maintenance_rate: 6}", "must be at most 1 (got 6); write a share between 0 and 1: 0.06 for 6 %"),
        ("{maintenance_rate: 6%}", 'costs.maintenance_rate: must be a number (got "6%"); write 0.06 for 6%'),
        ("{maintenance_rate: -1}", "must be at least 0 (got -1)"),
        ("{servers_per_fte: 0}", "costs.servers_per_fte: must be greater than 0 (got 0)"),
        ("[1]", "request.yaml:12:1: costs: must be a mapping of keys (got a list)"),
    ],
)  # fmt: skip
def test_problems_of_costs(tmp_path: Path, costs: str, message: str) -> None:
    found = problems(tmp_path, INFERENCE + f"costs: {costs}\n")
    assert len(found) == 1, found
    assert message in found[0]


@pytest.mark.usefixtures("real_catalog")
def test_parameters_with_a_range_of_their_own_exist() -> None:
    assert set(shipped_entries()["parameters"]) >= DIVISORS | LEAST.keys()


@pytest.mark.parametrize(("costs", "assumed"), [("{}", True), ("{electricity_price: 0.5}", False)])
@pytest.mark.usefixtures("real_catalog")
def test_an_own_electricity_price_is_no_default(tmp_path: Path, costs: str, assumed: bool) -> None:
    paths = {each.path for each in load(tmp_path, INFERENCE + f"costs: {costs}\n").assumptions}
    assert ("site.electricity.price_per_kwh" in paths) == assumed
    assert ("costs.electricity_price" in paths) != assumed


@pytest.mark.parametrize("cost", ["switch_ports: 1", "switch_port_gbps: 0", "vat_goods: 13", "resale_pcie: 1.1"])
@pytest.mark.usefixtures("real_catalog")
def test_ranges_of_shipped_parameters(tmp_path: Path, cost: str) -> None:
    (found,) = problems(tmp_path, INFERENCE + f"costs: {{{cost}}}\n")
    assert f"costs.{cost.split(':')[0]}: must be" in found
