"""Replicas over several servers, where the site has a fabric."""

import pytest

from optimizer.inputs.requirements import Fabric
from optimizer.sizing.layouts import Split, splits_over_servers
from optimizer.sizing.links import TAU_LINK_S, fabric_bytes_per_s, fabric_link
from optimizer.sizing.shape import shape_of
from tests.sizing.asks import card, dense_model, inference, moe_model, options, rejected, server

NONE: dict[str, float] = {}
R1 = inference("DeepSeek-R1", "fit", NONE, weight_precision=["w8a8"])


@pytest.mark.parametrize(("server_id", "devices"), [("atlas_800t_a2_910b2", 16), ("dgx-a100-8x80", 16)])
def test_deepseek_r1_runs_on_two_servers_of_eight(server_id: str, devices: int) -> None:
    assert rejected(R1, server_id).limit == "fabric"
    for option in options(R1, server_id, fabric_gbps=200.0):
        assert option.devices == devices
        assert option.layout is not None
        assert option.layout.devices == devices
        assert option.layout.tensor_parallel <= 8
        assert any("spans 2 servers at 200 Gbit/s" in note for note in option.notes)


def test_cards_without_a_link_do_not_join_servers() -> None:
    assert rejected(R1, "pcie-8x-l40s", fabric_gbps=400.0).limit == "memory"


def test_one_server_that_serves_stays_alone() -> None:
    plain = options(inference("Qwen3-32B"), "dgx-h100")
    assert options(inference("Qwen3-32B"), "dgx-h100", fabric_gbps=400.0) == plain


def test_a_limit_missed_on_several_servers_is_the_nearest() -> None:
    slow = inference("DeepSeek-R1", latency={"tpot_p95_ms": 5.0}, weight_precision=["w8a8"])
    assert rejected(slow, "atlas_800t_a2_910b2").limit == "fabric"
    assert rejected(slow, "atlas_800t_a2_910b2", fabric_gbps=200.0).limit == "tpot"


def test_a_faster_fabric_never_carries_less() -> None:
    service = inference("DeepSeek-R1", weight_precision=["fp8"])
    best = [
        max(o.capacity for o in options(service, "dgx-h100", fabric_gbps=gbps)) for gbps in (50.0, 100.0, 400.0, 800.0)
    ]
    assert best == sorted(best)
    assert best[0] < best[2]
    assert best[2] == best[3]  # the server's own NICs stop at 400


def test_layouts_fill_whole_servers_and_keep_tensor_groups_inside() -> None:
    dense = splits_over_servers(shape_of(dense_model()), 8, 2)
    assert dense == (Split(4, 4, 4), Split(8, 8, 2))
    experts = splits_over_servers(shape_of(moe_model()), 8, 2)
    assert {s for s in experts if s.pipeline == 1} == {Split(t, 16, 1) for t in (1, 2, 4, 8)}
    assert all(s.pipeline > 1 for s in splits_over_servers(shape_of(moe_model()), 8, 3))  # 24 does not divide 16


@pytest.mark.parametrize(
    ("nic_gbit", "site_gbit", "rate"), [(200, 400.0, 25e9), (400, 200.0, 25e9), (None, 100.0, 12.5e9)]
)
def test_the_slower_of_nic_and_fabric(nic_gbit: int | None, site_gbit: float, rate: float) -> None:
    machine = server(scale_out_bits_per_s_per_card=None if nic_gbit is None else nic_gbit * 10**9)
    assert fabric_bytes_per_s(Fabric(kind="ib", gbps_per_card=site_gbit), machine) == rate
    assert fabric_bytes_per_s(None, machine) is None


def test_dies_share_the_cards_nic() -> None:
    facts = card(devices=2).facts
    assert facts is not None
    link = fabric_link(facts, 25e9)
    assert (link.bytes_per_s, link.tau_s) == (12.5e9, TAU_LINK_S["pcie"])
