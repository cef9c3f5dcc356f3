"""Seeded mutations of the shipped examples: limits, demands and latencies moved by factors, and texts spoilt."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from optimizer.inputs.load import load_request
from optimizer.inputs.request import Request
from optimizer.plan.why.changed import Changes, with_changes
from optimizer.resources import resource

EXAMPLES = ("company_service", "deepseek_moe", "developer_team", "training_cluster", "infeasible_power")
FACTORS = (0.02, 0.1, 0.3, 0.6, 0.9, 1.1, 2, 5, 20)
SPOILT = ("0", "-1", "1e30", ".nan", "true", "''", "[]", "{}", "null", "99999999999999999999", "x", "0.1", "1")


def example(name: str) -> Path:
    return resource("requirements_examples") / f"{name}.yaml"


def mutants(seed: int) -> Iterator[Request]:
    """Requests without end: one to three numbers of an example multiplied, or a limit or rule added."""
    rng = random.Random(seed)
    requests = [load_request(example(name)) for name in EXAMPLES]
    while True:
        request = rng.choice(requests)
        changes: dict[str, Any] = dict(rng.choice(list(_numbers(request, rng))) for _ in range(rng.randint(1, 3)))
        if rng.random() < 0.5:
            changes |= rng.choice(_ADDED)
        try:
            yield with_changes(request, changes)
        except (ValidationError, TypeError):
            continue


_ADDED: tuple[Changes, ...] = (
    {"site.it_power_kw": 4}, {"site.it_power_kw": 15}, {"site.facility_power_kw": 9}, {"finance.capex_budget": 300_000},
    {"finance.capex_budget": 0}, {"policy.domestic_share.minimum": 0.5}, {"policy.domestic_share.minimum": 1.0},
    {"policy.ecosystems.maximum": 1}, {"policy.ecosystems.allowed": ("cann",)}, {"policy.ecosystems.allowed": ("dtk",)},
    {"buyer": "state"}, {"buyer": "overseas"}, {"site.cooling": ("liquid",)}, {"policy.consumer_cards": "allow"},
    {"policy.ecc": "require"}, {"policy.minimum_confidence": "medium"}, {"rent.allowed": True},
    {"site.place": "office"}, {"policy.consumer_cards": "allow", "policy.ecc_above_days": 2},
    {"site.storage.owned": True},
)  # fmt: skip


def _numbers(request: Request, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """(path, changed value) of every number that the requirements hold."""
    todo: list[tuple[str, Any]] = [("", request.requirements.model_dump())]
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict):
            todo += [(f"{path}.{key}" if path else key, below) for key, below in value.items()]
        elif isinstance(value, list | tuple):
            todo += [(f"{path}[{number}]", below) for number, below in enumerate(value)]
        elif isinstance(value, int | float) and not isinstance(value, bool) and value:
            changed = value * rng.choice(FACTORS)
            yield path, max(1, round(changed)) if isinstance(value, int) else changed


def spoilt_texts(seed: int) -> Iterator[str]:
    """Texts of examples with one number or word replaced by something else."""
    rng = random.Random(seed)
    texts = [example(name).read_text(encoding="utf-8") for name in EXAMPLES]
    while True:
        text = rng.choice(texts)
        places = [m.span() for m in re.finditer(r"(?<=[:\[ ,])\s?[\w.]+(?=[,\]}\n])", text)]
        start, end = rng.choice(places)
        yield f"{text[:start]} {rng.choice(SPOILT)}{text[end:]}"
