"""What is owned, year by year."""

from optimizer.instance.owned import owned_servers
from tests.requests import request_from

TEXT = """
name: owned
workloads: [{name: phase, kind: capacity, demand: {value: 1, unit: servers}}]
finance: {horizon_years: 3}
"""


def owned(rest: str) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    found = owned_servers(request_from(TEXT + rest))["pcie-8x-l20"]
    return found.available, found.in_warranty


def test_a_year_that_ends_after_the_last_one_is_not_served() -> None:
    """July 2027 to June 2028 is served by what stays until 2028; July 2028 to June 2029 is not."""
    line = "inventory: [{server: pcie-8x-l20, count: 2, until: 2028}]\n"
    assert owned(line + "start: 2027-07\n")[0] == (2, 0, 0)
    assert owned(line + "start: 2027-01\n")[0] == (2, 2, 0)


def test_only_lines_in_service_decide_the_warranty() -> None:
    """The old ones leave after 2027; those of 2026 are in warranty until 2028."""
    lines = "inventory: [{server: pcie-8x-l20, count: 2, until: 2027},"
    lines += " {server: pcie-8x-l20, count: 3, year_bought: 2026}]\n"
    assert owned(lines + "start: 2027-01\n") == ((5, 3, 3), (False, True, False))


def test_without_a_start_year_one_begins_after_as_of() -> None:
    """as_of 2026-11-30: December 2026; bought in 2024, in warranty for the year that begins in 2026."""
    assert owned("inventory: [{server: pcie-8x-l20, count: 1, year_bought: 2024}]\n")[1] == (True, False, False)
