"""Racks of the sample plan: 42 U, 12 kW, 300 kg; one big server each, two domestic ones, two old ones."""

from optimizer.plan.elevation import Rack, RackedServer


def rack(number: int, server: str, *servers: int, **changes: object) -> Rack:
    stack = tuple(RackedServer(number=n, lowest_unit=1 + 8 * place) for place, n in enumerate(servers))
    fields: dict[str, object] = {
        "group": "row-a", "number": number, "server": server, "units": 42, "power_w": 12_000.0, "weight_kg": 300.0,
        "servers": stack,
    }  # fmt: skip
    return Rack.model_validate(fields | changes)


RACKS = (*(rack(n, "big-8", n) for n in range(1, 5)), rack(5, "home-8", 1, 2), rack(6, "old-8", 1, 2))
