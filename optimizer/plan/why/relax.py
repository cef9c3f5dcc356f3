"""Infeasible: for each requirement that conflicts the least change that helps, and what the plan would then cost.

Where no single change suffices, the pair of changes with the least in all, each counted as the part of its dial.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from optimizer.instance.prepared import Prepared
from optimizer.plan.conflict import conflict_paths
from optimizer.plan.progress import Progress
from optimizer.plan.why.changed import Changes, Value, value_at
from optimizer.plan.why.dials import Dial, dials
from optimizer.plan.why.relaxation import Change, Relaxation
from optimizer.plan.why.search import Found, Trial, least_step, tco
from optimizer.plan.why.solved import purchases_of
from optimizer.solve.settings import Settings

MAX_PAIRS = 12
"""Pairs tried at most, in the order of the conflict."""


NOT_THERE = "none"
"""Before a change: what is not on the site, as against a limit that the file leaves open."""


class Turned(NamedTuple):
    """A dial at its least step, given the changes that come with it."""

    dial: Dial
    found: Found
    given: Changes

    @property
    def changes(self) -> Changes:
        return {**self.given, **self.dial.changes(self.found.step)}


def relaxations(
    prepared: Prepared, members: Iterable[str], settings: Settings, progress: Progress
) -> tuple[Relaxation, ...]:
    """Single changes in the order of the conflict; else the least pair; empty where neither helps."""
    members = tuple(members)
    singles = list(_singles(prepared, members, progress))
    if singles:
        return tuple(_relaxation(prepared, (each,), settings) for each in singles)
    pair = _least_pair(prepared, members, progress)
    return () if pair is None else (_relaxation(prepared, pair, settings),)


def _singles(prepared: Prepared, members: tuple[str, ...], progress: Progress) -> Iterator[Turned]:
    """One for each dial that alone is enough; a workload and its own field may share a dial."""
    found_dials = {dial.path: dial for member in members for dial in dials(prepared.request, member)}
    for dial in found_dials.values():
        progress(f"least change of {dial.path}")
        if found := least_step(prepared, dial, {}):
            yield Turned(dial, found, {})


def _least_pair(prepared: Prepared, members: tuple[str, ...], progress: Progress) -> tuple[Turned, Turned] | None:
    pairs = []
    for first, second in _pairs(prepared, members):
        progress(f"least change of {first.path} and {second.path}")
        widest = first.changes(first.steps)
        found = least_step(prepared, _resized(second, first), widest)
        if found is None:
            continue
        given = second.changes(found.step)
        back = least_step(prepared, _resized(first, second), given)
        if back is not None:
            pairs.append((Turned(second, found, {}), Turned(first, back, {})))
    return min(pairs, key=lambda pair: sum(t.found.step / t.dial.steps for t in pair), default=None)


def _pairs(prepared: Prepared, members: tuple[str, ...]) -> Iterator[tuple[Dial, Dial]]:
    """Each dial of the conflict, given up, with each dial of the conflict that is then left."""
    count = 0
    seen: set[frozenset[str]] = set()
    for member in members:
        for first in dials(prepared.request, member):
            if not first.steps:
                continue
            left = Trial(prepared, first.changes(first.steps), resize=first.resize).prepared
            for other in conflict_paths(left):
                for second in dials(prepared.request, other):
                    key = frozenset({first.path, second.path})
                    if second.path != first.path and key not in seen and count < MAX_PAIRS:
                        seen.add(key)
                        count += 1
                        yield first, second


def _resized(dial: Dial, other: Dial) -> Dial:
    """The dial, with sizing done anew where either asks for it."""
    return replace(dial, resize=dial.resize or other.resize)


def _relaxation(prepared: Prepared, turned: tuple[Turned, ...], settings: Settings) -> Relaxation:
    """The plan that results, and the changes in the user's own fields."""
    changes = {path: value for each in turned for path, value in each.changes.items()}
    trial = Trial(prepared, changes, resize=any(each.dial.resize for each in turned))
    outcome, verified = trial.solved(settings)
    units = {
        path: "" if isinstance(value, str) else each.dial.unit
        for each in turned
        for path, value in each.dial.changes(each.found.step).items()
    }
    used = outcome.decision.offers() if outcome.decision else []
    return Relaxation(
        changes=tuple(_change(prepared, trial, path, value, units[path], used) for path, value in changes.items()),
        kind="single" if len(turned) == 1 else "pair",
        least=all(each.found.least for each in turned),
        tco_npv=tco(verified),
        gap=outcome.gap,
        purchases=purchases_of(trial.prepared, outcome.decision),
    )


def _change(prepared: Prepared, trial: Trial, path: str, value: Value, unit: str, used: list[str]) -> Change:
    place, before = prepared.request.place_of(path), value_at(prepared.request, path)
    if before is None and path.startswith("site.fabric."):
        before = NOT_THERE
    return Change(
        path=path, file=place.file, line=place.line, before=before, after=_narrowed(trial, path, before, value, used),
        unit=unit,
    )  # fmt: skip


def _narrowed(trial: Trial, path: str, before: Value, after: Value, used: list[str]) -> Value:
    """A list that was opened takes in only what the plan uses; one that forbids gives up only that."""
    if after != () or not isinstance(before, tuple):
        return after
    of = {"ecosystems": "ecosystem", "vendors": "vendor", "cards": "id", "servers": ""}
    kind = next((attribute for word, attribute in of.items() if f".{word}." in f".{path}"), None)
    if kind is None:
        return after
    facts = [trial.prepared.offer(offer) for offer in used]
    ids = [getattr(each.card, kind) if kind else each.server.id for each in facts]
    if path.endswith(".forbidden"):
        return tuple(each for each in before if each not in ids)
    return tuple(dict.fromkeys([*before, *sorted(ids)])) if ids else after
