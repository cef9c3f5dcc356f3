"""Links, engine classes, bands and layouts: what a server, a stack and a card family decide."""

import pytest

from optimizer.inputs.catalog import Server
from optimizer.sizing.engines import ENGINES, class_of, layer_seconds, serves_engine
from optimizer.sizing.families import EFFICIENCY, NO_DATA, NO_DATA_DOMESTIC, band_of
from optimizer.sizing.fitted import FITTED
from optimizer.sizing.layouts import Sized, Split, splits, undominated
from optimizer.sizing.links import link_class, link_of
from optimizer.sizing.shape import shape_of
from tests.catalog.shipped import catalog
from tests.sizing.asks import card, dense_model, moe_model


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("NVLink4", "nvlink"), ("NVLink3 (cut)", "nvlink"), ("none", "pcie"), ("HCCS full mesh", "mesh"),
        ("none (NVLink bridge not in this offer)", "pcie"), ("xGMI", "mesh"), ("RoCE 21x200GbE", "mesh"),
        ("ConnectX-7 200GbE", "pcie"), ("", "pcie"),
    ],
)  # fmt: skip
def test_class_of_a_link(name: str, kind: str) -> None:
    assert link_class(name) == kind


def test_one_direction_of_the_link_inside_the_domain_and_of_the_host_link_outside() -> None:
    facts = card().facts
    assert facts is not None
    inside, outside = link_of(facts, "NVLink", 4, 4), link_of(facts, "NVLink", 4, 8)
    assert (inside.kind, inside.bytes_per_s) == ("nvlink", 450e9)
    assert (outside.kind, outside.bytes_per_s) == ("pcie", 32e9)
    assert link_of(facts, "none", 1, 2) == outside


def test_a_named_link_of_unknown_speed_is_taken_as_the_host_link() -> None:
    facts = card(scale_up_bytes_per_s=0).facts
    assert facts is not None
    assert link_of(facts, "NVLink", 8, 8).kind == "pcie"


def test_a_domain_counts_dies() -> None:
    facts = card(devices=2).facts
    assert facts is not None
    assert link_of(facts, "HCCS", 8, 16).kind == "mesh"
    assert link_of(facts, "HCCS", 8, 16).bytes_per_s == 225e9
    assert link_of(facts, "HCCS", 8, 17).kind == "pcie"


def test_engine_names_and_ports() -> None:
    stacks = catalog().ecosystems
    assert serves_engine(stacks["cuda"], "TensorRT-LLM")
    assert not serves_engine(stacks["cann"], "tensorrt_llm")
    assert class_of(stacks["cuda"], "sglang") == "sglang"
    assert class_of(stacks["cuda"], "llama.cpp") == "llama_cpp"
    assert class_of(stacks["cann"], "vllm") == "ascend_graph"
    assert class_of(stacks["dtk"], "vllm") == "young"  # a port, not the mature engine of that name
    assert layer_seconds(ENGINES["vllm"], "rocm") == pytest.approx(FITTED["tau_layer.vllm"] * FITTED["rocm_tau_layer"])


def test_every_stack_has_an_engine_class_and_every_family_its_efficiency() -> None:
    assert {e.engine_class for e in catalog().ecosystems.values()} <= set(ENGINES)
    families = {c.facts.performance_family for c in catalog().cards.values() if c.facts}
    assert families <= set(EFFICIENCY)


@pytest.mark.parametrize(
    ("card_id", "p10"),
    [
        ("h100-sxm", 0.54),
        ("b200-sxm", 0.78),
        ("ascend_910b3", 0.89),
        ("hygon_k100_ai", 0.40),
        ("kunlun_p800", 0.33),
        ("t4", 0.64),
    ],
)
def test_band_of_a_card(card_id: str, p10: float) -> None:
    chip = catalog().cards[card_id]
    band = band_of(chip, catalog().ecosystems[chip.ecosystem].engine_class, 2000)
    assert band.p10 == p10
    assert band.p10 < band.p50 < band.p90
    assert band.source.startswith("docs/throughput.md")


def test_ascend_bands_widen_for_early_stacks_and_long_contexts() -> None:
    chip = catalog().cards["ascend_910b3"]
    assert band_of(chip, "young", 2000).p10 == 0.69
    assert band_of(chip, "ascend_graph", 64_000).p10 == 0.3
    assert band_of(card(), "vllm", 2000) is NO_DATA
    assert band_of(card().model_copy(update={"domestic": True}), "young", 2000) is NO_DATA_DOMESTIC


def test_layouts_divide_heads_and_experts_and_stay_on_the_server() -> None:
    odd = shape_of(dense_model(attention_heads=24, kv_heads=8))
    assert {s.tensor for s in splits(odd, "vllm", 8)} == {1, 2, 4, 8}  # 3 and 6 do not match 8 KV heads
    threes = shape_of(dense_model(attention_heads=24, kv_heads=12))
    assert {s.tensor for s in splits(threes, "vllm", 8)} == {1, 2, 3, 4, 6}
    moe = splits(shape_of(moe_model()), "vllm", 8)
    assert all(s.devices <= 8 and 16 % s.group == 0 and s.group % s.tensor == 0 for s in moe)
    assert Split(1, 8, 1) in moe
    assert Split(2, 2, 4) in moe


def test_llama_cpp_splits_layers_only() -> None:
    assert splits(shape_of(dense_model()), "llama_cpp", 4) == (Split(1, 1, 1), Split(1, 1, 2), Split(1, 1, 4))


def replica(devices: int, point: float, precision: str = "fp8", pipeline: int = 1) -> Sized:
    return Sized(precision, Split(devices // pipeline, devices // pipeline, pipeline), 1, None, point)


@pytest.mark.parametrize(
    ("offered", "kept"),
    [
        pytest.param([replica(1, 1.0), replica(2, 1.9)], [1], id="two small ones carry more"),
        pytest.param([replica(1, 1.0), replica(2, 2.5)], [1, 2], id="the large one carries more"),
        pytest.param([replica(3, 3.0), replica(4, 4.0)], [4], id="both pack twice on eight"),
        pytest.param([replica(4, 4.0), replica(8, 7.9)], [4], id="the whole server carries less"),
        pytest.param([replica(1, 1.0), replica(2, 2.05, pipeline=2)], [1], id="stages must gain 5 %"),
        pytest.param([replica(1, 1.0), replica(2, 2.2, pipeline=2)], [1, 2], id="stages gain 10 %"),
        pytest.param([replica(3, 1.0), replica(2, 0.9)], [2], id="two of two fit where one of three does"),
    ],
)
def test_dominated_layouts_go(offered: list[Sized], kept: list[int]) -> None:
    assert sorted(s.split.devices for s in undominated(offered, 8)) == kept


def test_on_ties_the_wider_weights_stay() -> None:
    assert [s.precision for s in undominated([replica(1, 1.0), replica(1, 1.0, "bf16")], 8)] == ["bf16"]


def test_servers_name_their_link() -> None:
    for server in catalog().servers.values():
        assert isinstance(server, Server)
        assert (link_class(server.scale_up_link) == "pcie") == (server.scale_up_domain_cards == 1)
