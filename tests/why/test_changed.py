"""Prepared again after a change of workloads: the same as from scratch, and only what changed is sized."""

from pathlib import Path

import pytest

from optimizer.inputs.catalog import Server
from optimizer.inputs.load import load_request
from optimizer.inputs.request import Request
from optimizer.inputs.workload import Workload
from optimizer.instance.prepare import prepare
from optimizer.plan.why.changed import prepared_anew, with_changes
from optimizer.sizing.option import Option, Rejection
from optimizer.sizing.size import size

FILES = Path(__file__).with_name("infeasible")


@pytest.mark.parametrize(
    ("file", "path", "value", "sized"),
    [
        ("share_against_budget", "workloads[0].latency.tpot_p95_ms", 120, {"assistant"}),
        ("share_against_budget", "workloads[1].max_hours_per_job", 48, {"tuning"}),
        ("share_against_budget", "policy.consumer_cards", "allow", {"assistant", "tuning"}),
    ],
)
def test_as_from_scratch(
    file: str, path: str, value: int | str, sized: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = prepare(load_request(FILES / f"{file}.yaml"))
    request = with_changes(before.request, {path: value})
    expected = prepare(request)
    asked: set[str] = set()

    def watched(request: Request, workload: Workload, server: Server) -> tuple[Option, ...] | Rejection:
        asked.add(workload.name)
        return size(request, workload, server)

    monkeypatch.setattr("optimizer.instance.prepare.size", watched)
    found = prepared_anew(before, request, resize=True)
    assert found == expected
    assert list(found.options) == list(expected.options)
    assert asked == sized
