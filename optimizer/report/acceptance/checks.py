"""The checks of one delivered pool, from the plan alone: what is expected, and the least or most to accept.

floor      expected × factor: the p10 of measured / predicted for rates, η_link for links, 1 where the sizing counts
           with the value itself
ceiling    the bandwidth ceiling of a stream, the file's latency limit, else expected ÷ factor; the nameplate power
answer     yes
"""

from collections.abc import Iterator
from typing import NamedTuple

from optimizer.plan.acceptance import ExpectedMachine, ExpectedSpeed
from optimizer.plan.machines import Placement, Pool
from optimizer.plan.plan import Plan
from optimizer.report.plan_texts import in_both
from optimizer.report.texts import Words, both

GIGA = 1e9
KEPT_CLOCK = 0.95
"""Clock of the last ten minutes over that of the first ten: a convention of this tool, an input of the sheet."""


class Check(NamedTuple):
    """One line of the acceptance sheet; limits that only a contract states are left to fill in."""

    key: str
    unit: Words
    rule: Words
    subject: str = ""
    """Workload and layout."""
    detail: Words | None = None
    """More of what is measured, behind the method."""
    expected: float | None = None
    factor: float | None = None
    has_floor: bool = False
    ceiling: float | None = None
    over_factor: bool = False
    """The ceiling is expected ÷ factor."""
    fill_floor: bool = False
    fill_ceiling: bool = False
    is_answer: bool = False
    own_rule: bool = False
    """The factor is a convention that may be changed."""


def checks_of(plan: Plan, pool: Pool, language: str) -> list[Check]:
    """Machine, links, half an hour of load, speed; rented servers stand elsewhere and show only their cards."""
    machine = next(m for m in plan.acceptance.machines if (m.server, m.rented) == (pool.server, pool.rented))
    speeds = [s for s in plan.acceptance.speeds if (s.server, s.rented) == (pool.server, pool.rented)]
    return [
        *_machine(machine, language),
        *_links(machine, pool, language),
        *(() if pool.rented else _sustained(pool, language)),
        *(check for speed in speeds for check in _speed(speed, language)),
        *_placements(plan, pool, language),
    ]


def _rule(key: str, language: str, **figures: str) -> Words:
    words = both(f"accept.rule.{key}", language)
    return Words(words.here.format(**figures), words.there.format(**figures))


def _joined(first: Words, second: Words) -> Words:
    return Words(f"{first.here} {second.here}", f"{first.there} {second.there}")


def _answer(key: str, language: str, rule: str = "yes") -> Check:
    return Check(key, both("unit.yes_no", language), _rule(rule, language), is_answer=True)


def _machine(machine: ExpectedMachine, language: str) -> Iterator[Check]:
    pieces = both("unit.pieces", language)
    count = float(machine.devices)
    yield Check("devices", pieces, _rule("exact", language), expected=count, factor=1, has_floor=True, ceiling=count)
    if machine.memory_bytes_per_device is not None:
        size = machine.memory_bytes_per_device / GIGA
        yield Check("memory", both("unit.gb", language), _rule("counted", language),
                    expected=size, factor=1, has_floor=True)  # fmt: skip
    if machine.ecc != "no":
        yield _answer("ecc", language, "yes" if machine.ecc == "yes" else "ask")
    yield _answer("firmware", language)
    yield _answer("errors", language)


def _links(machine: ExpectedMachine, pool: Pool, language: str) -> Iterator[Check]:
    unit, rate = both("unit.gb_per_s", language), machine.link_bytes_per_s
    if rate is not None:
        share, name = machine.link_efficiency, machine.link or both("accept.host_link", language).here
        rule = _rule("link", language, share=f"{share:.3f}", name=name)
        pair = rate
        if machine.link_class == "mesh" and machine.link_domain_cards > 1:
            pair = rate / (machine.link_domain_cards - 1)
            rule = _rule("mesh", language, share=f"{share:.3f}", name=name, peers=str(machine.link_domain_cards - 1))
        yield Check("pair", unit, rule, expected=pair / GIGA, factor=share, has_floor=True)
        if machine.link:
            whole = _rule("link", language, share=f"{share:.3f}", name=name)
            yield Check("all_reduce", unit, whole, expected=rate / GIGA, factor=share, has_floor=True)
    gigabits = both("unit.gbit_per_s", language)
    if machine.nic_bits_per_s_per_card is not None:
        total = machine.nic_bits_per_s_per_card * pool.cards_per_server / GIGA
        rule = _rule("nic", language, nics=machine.nics or "–")
        yield Check("nic", gigabits, rule, expected=total, factor=1, has_floor=True)
    else:
        yield Check("nic", gigabits, _rule("contract", language), fill_floor=True)
    yield Check("storage", unit, _rule("contract", language), fill_floor=True)


def _sustained(pool: Pool, language: str) -> Iterator[Check]:
    yield Check("power", both("unit.kw", language), _rule("nameplate", language),
                expected=pool.typical_power_w / 1000, ceiling=pool.max_power_w / 1000)  # fmt: skip
    yield Check("temperature", both("unit.celsius", language), _rule("threshold", language), fill_ceiling=True)
    yield _answer("throttle", language)
    yield Check("clock", both("unit.ratio", language), _rule("own", language),
                expected=1, factor=KEPT_CLOCK, has_floor=True, own_rule=True)  # fmt: skip


def _band(p10: float | None, p50: float | None, p90: float | None, language: str) -> tuple[float, Words]:
    if p10 is None or p50 is None or p90 is None:
        return 1.0, _rule("measured", language)
    return p10, _rule("band", language, p10=f"{p10:.2f}", p50=f"{p50:.2f}", p90=f"{p90:.2f}")


def _speed(s: ExpectedSpeed, language: str) -> Iterator[Check]:
    factor, band = _band(s.band_p10, s.band_p50, s.band_p90, language)
    subject, rate = f"{s.workload} · {s.layout} {s.weight_precision}", both("unit.tokens_per_s", language)
    context = _rule("at_context", language, context=f"{s.context_tokens:,.0f}")
    yield Check("stream", rate, _joined(band, _rule("stream", language)), subject, context,
                s.stream_tokens_per_s, factor, True, s.stream_ceiling_tokens_per_s)  # fmt: skip
    batch = _rule("at_batch", language, count=f"{s.concurrency:,}")
    yield Check("throughput", rate, band, subject, batch, s.output_tokens_per_s, factor, True)
    yield _latency("tpot", s.tpot_p95_ms, s.tpot_limit_ms, factor, subject, batch, language)
    offered = batch if s.rate_per_s is None else _rule("at_rate", language, rate=f"{s.rate_per_s:,.3g}")
    yield _latency("ttft", s.ttft_p95_ms, s.ttft_limit_ms, factor, subject, offered, language)


def _latency(
    key: str, expected: float | None, limit: float | None, factor: float, subject: str, detail: Words, language: str
) -> Check:
    unit = both("unit.ms", language)
    if limit is not None:
        return Check(key, unit, _rule("limit", language), subject, detail, expected, ceiling=limit)
    return Check(key, unit, _rule("slow", language), subject, detail, expected, factor, over_factor=True)


def _placements(plan: Plan, pool: Pool, language: str) -> Iterator[Check]:
    """Measured services by their capacity, training by its utilisation; each layout once."""
    seen = set()
    for p in plan.placements:
        key = (p.workload, p.capacity_per_replica, p.mfu)
        if (p.server, p.rented) != (pool.server, pool.rented) or key in seen:
            continue
        seen.add(key)
        if p.mfu is not None:
            yield _training(p, language)
        elif p.origin == "measured":
            capacity = float(p.capacity_per_replica)
            yield Check("capacity", in_both(p.unit, language), _rule("measured", language), p.workload, None,
                        capacity, 1, True)  # fmt: skip


def _training(p: Placement, language: str) -> Check:
    factor, band = _band(p.band_p10, p.band_p50, p.band_p90, language)
    return Check("mfu", both("unit.ratio", language), band, p.workload, None, p.mfu, factor, True)
