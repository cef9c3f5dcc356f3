"""Lanes by processor text: known families, choices, and texts that say too little."""

import pytest

from optimizer.sizing.cpu_lanes import cpu_lanes
from tests.catalog.shipped import catalog


@pytest.mark.parametrize(
    ("cpu", "lanes"),
    [
        ("2x AMD EPYC 7742", 128),
        ("2x EPYC 9575F", 128),
        ("1x EPYC 9374F", 128),
        ("2x AMD EPYC 9374F class", 128),
        ("2x Intel Xeon 8480C", 160),
        ("2 x Intel Xeon Gold 6430", 160),
        ("2x Intel Xeon 8592+", 160),
        ("2x Intel Xeon 6787P", 176),
        ("2x Intel Xeon 6", 176),
        ("2x Intel Xeon 8380", 128),
        ("2 x Kunpeng 920 (DaoCloud doc; 4 sockets by recall)", 80),
        ("192 x Kunpeng 920", 7680),
        ("1x Threadripper PRO / Xeon W", 64),  # a choice: the one with fewest
        ("1x desktop CPU", 20),
    ],
)
def test_known_families(cpu: str, lanes: int) -> None:
    found = cpu_lanes(cpu)
    assert found is not None
    assert found.lanes == lanes
    assert found.source


@pytest.mark.parametrize(
    "cpu",
    ["", "GB10 (20 Arm cores)", "2x Intel Xeon / AMD EPYC", "2x EPYC", "2 x Kunpeng 920 or x86", "2 x Intel Xeon Gold",
     "36x NVIDIA Grace", "2 x Hygon C86 7000 series", "2x Intel Xeon 6787P / EPYC"],
)  # fmt: skip
def test_what_is_not_judged(cpu: str) -> None:
    assert cpu_lanes(cpu) is None


def test_families_named_in_the_catalog_are_used() -> None:
    judged = [server for server in catalog().servers.values() if cpu_lanes(server.cpu)]
    assert len(judged) >= 40
