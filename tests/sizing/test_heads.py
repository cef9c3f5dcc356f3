"""Cards that hold a model together but do not divide its heads, and layouts by their degrees."""

import pytest

from optimizer.sizing.heads import next_degree
from optimizer.sizing.layouts import Split
from optimizer.sizing.shape import shape_of
from optimizer.sizing.wanted import Wanted, faults, wanted_splits, wanted_wide_splits
from tests.catalog.shipped import catalog
from tests.sizing.asks import card, dense_model, inference, moe_model, rejected, server
from tests.sizing.test_size import own_catalog

DENSE, MOE = shape_of(dense_model()), shape_of(moe_model())


@pytest.mark.parametrize(("devices", "degree"), [(1, 1), (3, 4), (6, 8), (8, 8), (9, 10), (11, 16), (17, None)])
def test_next_degree(devices: int, degree: int | None) -> None:
    # 64 heads, 8 KV heads: 1, 2, 4, 8, 16; 80 heads with 8 KV heads add none between 8 and 16
    shape = shape_of(catalog().models["Qwen2-72B"])
    assert next_degree(shape, devices) == (16 if degree == 10 else degree)


def test_a_plan_names_heads_where_six_cards_would_hold_it() -> None:
    workload = inference("Qwen2-72B", "fit", {}, weight_precision=["bf16"])
    own = own_catalog(card(memory_bytes=40 * 10**9, scale_up_bytes_per_s=0))
    six = server(6, scale_up_link="none", scale_up_domain_cards=1)
    asked = own.model_copy(update={"servers": {**own.servers, "round-server": six}})
    found = rejected(workload, "round-server", with_catalog=asked)
    assert (found.limit, found.needed, found.available, found.unit) == ("heads", 8, 6, "cards")
    small = own_catalog(card(memory_bytes=20 * 10**9, scale_up_bytes_per_s=0))
    short = small.model_copy(update={"servers": {**small.servers, "round-server": six}})
    assert rejected(workload, "round-server", with_catalog=short).limit == "memory"


def test_open_degrees_are_searched_and_given_ones_kept() -> None:
    everything = wanted_splits(DENSE, "vllm", 8, Wanted())
    assert set(wanted_splits(DENSE, "vllm", 8, Wanted(tensor=4))) == {s for s in everything if s.tensor == 4}
    assert wanted_splits(DENSE, "vllm", 6, Wanted(tensor=2, pipeline=3)) == (Split(2, 2, 3),)
    assert wanted_splits(DENSE, "llama_cpp", 3, Wanted(pipeline=3)) == (Split(1, 1, 3),)
    assert {s.group for s in wanted_splits(MOE, "vllm", 8, Wanted(group=8))} == {8}
    assert wanted_wide_splits(MOE, 8, 2, Wanted(group=16, tensor=4)) == (Split(4, 16, 1),)


@pytest.mark.parametrize(
    ("wanted", "degrees"),
    [
        (Wanted(), []), (Wanted(8, 1), []), (Wanted(3), ["tensor"]),
        (Wanted(5, 11), ["tensor", "pipeline", "pipeline"]),
        (Wanted(group=2), ["group"]), (Wanted(8, 2), ["pipeline"]), (Wanted(16), ["tensor", "tensor"]),
        (Wanted(20), ["tensor", "tensor"]),
    ],
)  # fmt: skip
def test_faults_of_a_dense_model_on_eight_devices(wanted: Wanted, degrees: list[str]) -> None:
    assert [degree for degree, _, _ in faults(DENSE, "vllm", wanted, 8, 8)] == degrees


def test_faults_of_experts_and_of_llama_cpp() -> None:
    assert [f[0] for f in faults(MOE, "vllm", Wanted(2, None, 3), 8, 8)] == ["group"]  # 16 experts
    assert [f[0] for f in faults(MOE, "vllm", Wanted(8, None, 4), 8, 8)] == ["group"]
    assert [f[0] for f in faults(MOE, "vllm", Wanted(2, 2, 4), 8, 8)] == ["group"]
    assert list(faults(MOE, "vllm", Wanted(2, None, 8), 8, 8)) == []
    assert [f[0] for f in faults(DENSE, "llama_cpp", Wanted(2), 8, 8)] == ["tensor"]
    assert list(faults(DENSE, "llama_cpp", Wanted(pipeline=4), 8, 8)) == []
