"""Hundreds of mutated examples: no traceback, and nothing is called infeasible that the MIP solver finds feasible."""

from itertools import islice

import pytest

from optimizer.errors import InputError, Problem
from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.instance.ways import closed_ways
from optimizer.plan.conflict import conflict_paths, without_server
from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan, with_places
from optimizer.solve.settings import Settings
from tests.model.mip import mip_optimum
from tests.requests import request_from
from tests.why.mutants import mutants, spoilt_texts

SEEDS, EACH = range(8), 25
"""200 requests."""


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_feasible_is_called_infeasible(seed: int) -> None:
    infeasible = 0
    for request in islice(mutants(seed), EACH):
        answer = make_plan(request, Settings(), relax=False, variants=False)
        if not isinstance(answer, NoPlan) or answer.status != "infeasible":
            continue
        infeasible += 1
        prepared = prepare(request)
        assert answer.conflict
        if lacking := without_server(prepared):
            fields = {member.path for member in answer.conflict}
            assert all(way & fields for way in closed_ways(request, lacking[0]))
        else:
            assert answer.conflict == with_places(prepared, conflict_paths(prepared))
            assert mip_optimum(build_instance(prepared)) is None
    assert infeasible


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_files_are_refused_or_answered(seed: int) -> None:
    problems: list[Problem] = []
    for text in islice(spoilt_texts(seed), EACH):
        try:
            request_from(text)
        except InputError as error:
            problems += error.problems
    assert problems
    assert all(problem.what and problem.remedy for problem in problems)
