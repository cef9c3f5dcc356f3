"""No model, hardware and flags of the catalog end in a traceback; every answer adds up."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.cli.size_command import SizeOptions
from optimizer.cli.size_request import Asked, read_size
from optimizer.errors import InputError, Problem
from optimizer.plan.size.answer import answer
from optimizer.report.size.as_json import answer_json
from optimizer.report.size.console import print_answer
from tests.catalog.shipped import catalog

FORMATS = ("fp16", "bf16", "fp8", "w8a8", "int8", "int4", "w4a8", "nvfp4", "mxfp4", "q4_k_m", "q8_0")
ENGINES = sorted({engine for each in catalog().ecosystems.values() for engine in each.engines})
DEGREE = st.none() | st.sampled_from([1, 2, 3, 4, 6, 8, 16, 32, 64])


def any_options() -> st.SearchStrategy[SizeOptions]:
    maybe = st.none
    return st.builds(
        SizeOptions,
        model=st.sampled_from(sorted(catalog().models)),
        hardware=st.sampled_from(sorted([*catalog().cards, *catalog().servers])),
        cards=maybe() | st.integers(1, 70),
        tensor=DEGREE,
        pipeline=DEGREE,
        group=DEGREE,
        weight_precision=st.lists(st.sampled_from(FORMATS), max_size=2, unique=True).map(tuple),
        kv_precision=maybe() | st.sampled_from(["bf16", "fp16", "fp8", "int8"]),
        input_tokens=maybe() | st.integers(1, 300_000),
        output_tokens=maybe() | st.integers(1, 30_000),
        concurrency=maybe() | st.integers(1, 5000),
        ttft_ms=maybe() | st.floats(-1, 1e5),
        tpot_ms=maybe() | st.floats(-1, 1e3),
        engine=maybe() | st.sampled_from(ENGINES),
        max_context=maybe() | st.integers(1, 2_000_000),
        memory_use=maybe() | st.floats(0, 1.1),
        fabric_gbit=maybe() | st.floats(-1, 1000),
        quick=st.just(False),
        json_target=st.none(),
        language=st.sampled_from(["zh", "en"]),
    )


def read_or_problems(options: SizeOptions) -> Asked | tuple[Problem, ...]:
    try:
        return read_size(options)
    except InputError as error:
        return error.problems


@given(any_options())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_flags_are_answered_or_refused(capsys: pytest.CaptureFixture[str], options: SizeOptions) -> None:
    asked = read_or_problems(options)
    if not isinstance(asked, Asked):
        assert all(problem.what and problem.remedy for problem in asked)
        return
    found = answer(asked.request, asked.workload, asked.machines, asked.wanted)
    shown = answer_json(found)
    print_answer(found, options.language)
    assert capsys.readouterr().out
    assert shown["cards"] == found.machine.cards
    assert (shown["rejection"] is None) == (shown["layout"] is not None) == bool(shown["rates_per_s"])
    if (memory := found.memory) is not None and found.best is not None:
        assert memory.fits
        assert memory.devices * found.best.replicas <= found.machine.cards * found.best.bench.facts.devices
        assert asked.wanted.admits(found.best.sized.split)
    for change in found.changes:
        assert change.after != change.before
