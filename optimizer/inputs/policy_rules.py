"""Rules between shares, purchase, rent and inventory; ids are in `known_ids.py`."""

from collections.abc import Iterator, Mapping

from optimizer.inputs.demand import exact
from optimizer.inputs.document import join
from optimizer.inputs.requirements import BuyPolicy, EcosystemPolicy, InventoryItem, RentPolicy

Found = Iterator[tuple[str, str, str]]
"""(dotted path, what, remedy)"""
_SHARES = "policy.ecosystems.minimum_share"


def ecosystem_shares(policy: EcosystemPolicy) -> Found:
    """Shares that add up to more than 1, of an ecosystem that is not allowed, or of more than the maximum number."""
    wanted = {name: share for name, share in policy.minimum_share.items() if share > 0}
    total = sum(map(exact, wanted.values()))
    if total > 1:
        yield _SHARES, f"the shares add up to {float(total):g}", "lower them until they add up to at most 1"
    for name in wanted:
        if policy.allowed and name not in policy.allowed:
            what = f"{name} must have a share, but policy.ecosystems.allowed leaves it out"
            yield f"{_SHARES}.{name}", what, f"add {name} to `allowed`, or remove its share"
    if policy.maximum is not None and len(wanted) > policy.maximum:
        what = f"{len(wanted)} ecosystems must have a share, but policy.ecosystems.maximum is {policy.maximum}"
        yield _SHARES, what, f"write `maximum: {len(wanted)}`, or remove shares"


def acquisition(buy: BuyPolicy, rent: RentPolicy, *, owns_servers: bool) -> Found:
    """Nothing may be bought, rented or used; a limit on rent where nothing, or nothing else, may be had."""
    if not (buy.allowed or rent.allowed or owns_servers):
        what = "nothing may be bought, nothing may be rented, and the inventory is empty"
        yield (
            "buy.allowed",
            what,
            "write `rent: {allowed: true}`, list what is owned under `inventory:`, or allow buying",
        )
    if rent.maximum_share < 1 and not rent.allowed:
        yield (
            "rent.maximum_share",
            "limits rent, but rent is not allowed",
            "write `allowed: true` beside it, or remove it",
        )
    elif rent.maximum_share < 1 and not buy.allowed and not owns_servers:
        what = f"at most {rent.maximum_share:g} may be rented, but nothing may be bought and nothing is owned"
        yield "rent.maximum_share", what, "write 1, or allow buying"


def inventory(items: Mapping[int, InventoryItem], start: str | None, *, start_is_open: bool) -> Found:
    """Years of owned servers against each other and against `start`.

    `start_is_open`: the file states no start, as against one that cannot be read.
    """
    first: dict[InventoryItem, str] = {}
    for index, item in items.items():
        path, year_one = join("inventory", index), int(start[:4]) if start else None
        alike = first.setdefault(item.model_copy(update={"count": 1}), path)
        if alike != path:
            yield path, f"describes the same servers as {alike}", "add up their `count` in one entry"
        if item.until is not None and start_is_open:
            remedy = "write the month in which year 1 begins, e.g. `start: 2027-01`"
            yield "start", f"is missing: {path}.until needs it", remedy
        if item.year_bought is not None and year_one is not None and item.year_bought > year_one:
            what = f"bought in {item.year_bought}, but year 1 begins in {start}"
            yield f"{path}.year_bought", what, "list only what is owned when year 1 begins"
        if item.until is not None and year_one is not None and item.until < year_one:
            what = f"in service until {item.until}, but year 1 begins in {start}"
            yield f"{path}.until", what, "remove the entry: these servers are out of service"
        elif item.until is not None and item.year_bought is not None and item.until < item.year_bought:
            yield (
                f"{path}.until",
                f"{item.until} is before year_bought {item.year_bought}",
                "exchange them, or correct one",
            )
