"""The waiting rule against published rows: better than prefill and queue alone, near the figures of the guide."""

import re

import pytest

from benchmarks.latency_accuracy import TPOT_RULES, TTFT_RULES, Loaded, errors, measured_rows, ttft_pairs
from optimizer.resources import resource

SHIPPED = "t_first + 2·TPOT + M/D/1 (shipped)"


@pytest.fixture(scope="module")
def rows() -> tuple[list[Loaded], list[Loaded]]:
    return measured_rows()


def test_time_per_token(rows: tuple[list[Loaded], list[Loaded]]) -> None:
    of_row = TPOT_RULES["t_step + B·t_pre/O (shipped)"]
    middle, _, ratio = errors([(of_row(x), x.tpot) for x in rows[0]])
    assert len(rows[0]) > 450
    assert middle < 0.2
    assert 0.9 < ratio < 1.2


@pytest.mark.parametrize("own", [True, False])
def test_first_token(rows: tuple[list[Loaded], list[Loaded]], own: bool) -> None:
    shipped, plain = (errors(ttft_pairs(rows[1], TTFT_RULES[name], own=own)) for name in (SHIPPED, "t_first + M/M/1"))
    assert shipped[0] < plain[0] - 0.15
    assert abs(1 - shipped[2]) < abs(1 - plain[2])


def test_the_guide_quotes_the_errors(rows: tuple[list[Loaded], list[Loaded]]) -> None:
    guide = (resource("catalogs").parent / "docs" / "throughput.md").read_text(encoding="utf-8")
    found = re.search(r"t_first \+ 2·TPOT \+ M/D/1 \| (\d+) % \| (\d+) %", guide)
    assert found
    for own, quoted in zip((True, False), found.groups(), strict=True):
        middle, _, _ = errors(ttft_pairs(rows[1], TTFT_RULES[SHIPPED], own=own))
        assert middle * 100 == pytest.approx(int(quoted), abs=6)
