"""Which training jobs fit which cards, published answers among them, and what the same job costs on other cards."""

from typing import Any

import pytest

from optimizer.inputs.requirements import SizingRules
from optimizer.inputs.workload import PretrainWorkload
from tests.architecture.project import ROOT
from tests.size.run import changes
from tests.size.training import GB, line, trained
from tests.sizing.asks import options

LONG_671B = ("DeepSeek-V3", "dgx-h100", "--sequence", "32768")


def test_7b_full_does_not_fit_one_80_gb_card_and_fits_four(capsys: pytest.CaptureFixture[str]) -> None:
    one, four = (trained(capsys, "full", "Llama-2-7B", "a100-80-sxm", "--cards", cards) for cards in ("1", "4"))
    # 26 B of states a parameter: 26.1 · 6.738e9 = 176 GB, twice a card
    assert (one["status"], one["rejection"]["limit"]) == ("does_not_fit", "memory")
    states = sum(line(one["memory"], name)["bytes"] for name in ("weights", "gradients", "optimizer"))
    assert states == pytest.approx(26.1 * 6.738e9, rel=1e-3)
    assert line(one["memory"], "weights")["arithmetic"] == "2 B × 6.738e9"
    assert one["memory"]["missing_bytes"] == pytest.approx(98 * GB, rel=0.01)
    assert changes(one)["cards"]["to"] <= 4
    assert changes(one)["method"]["to"] == "lora"
    assert four["status"] == "fits"
    assert line(four["memory"], "optimizer")["arithmetic"].endswith("× 6.738e9 / 4")  # ZeRO-3 over four


def test_70b_full_does_not_fit_eight_80_gb_cards(capsys: pytest.CaptureFixture[str]) -> None:
    # Megatron-LLM, issue 52: 32 × A100 80 GB is the smallest that one project reached; LoRA on four to eight
    found = trained(capsys, "full", "Llama-2-70B", "dgx-a100-8x80")
    assert (found["status"], found["rejection"]["limit"]) == ("does_not_fit", "memory")
    assert found["memory"]["missing_bytes"] == pytest.approx(144 * GB, rel=0.01)  # 26.1 · 69e9 / 8 = 225 GB, and more
    assert (changes(found)["cards"]["to"], changes(found)["method"]["to"]) == (32, "lora")
    assert trained(capsys, "full", "Llama-2-70B", "dgx-a100-8x80", "--cards", "32")["status"] == "fits"


@pytest.mark.parametrize("cards", [4, 8])
def test_70b_lora_fits_four_and_eight_80_gb_cards(capsys: pytest.CaptureFixture[str], cards: int) -> None:
    found = trained(capsys, "lora", "Llama-2-70B", "a100-80-sxm", "--cards", f"{cards}")
    assert found["status"] == "fits"
    assert line(found["memory"], "frozen")["arithmetic"] in ("2 B × 68.98e9 / 4", "2 B × 68.98e9 / 2 / 4")


def test_671b_full_trains_on_16_nodes_with_offload_alone(capsys: pytest.CaptureFixture[str]) -> None:
    # ScienceOne-AI, DeepSeek-671B-SFT-Guide: 16 nodes of 8 × 80 GB with 2 TB of host memory train with offload alone
    short = trained(capsys, "full", *LONG_671B, "--cards", "128")
    assert (short["status"], short["rejection"]["limit"]) == ("does_not_fit", "memory")
    moved = changes(short)["offload"]
    assert moved["cards"] == 128
    held = trained(capsys, "full", *LONG_671B, "--cards", "128", "--offload")
    assert (held["status"], held["layout"]["offload"]) == ("fits", True)
    assert held["layout"] == moved["layout"]
    # (26.1 − 6) B · 671e9 / 16 nodes = 843 GB of each node's 2 TB
    assert held["memory"]["host_bytes_per_server"] == pytest.approx(20.1 * 671.03e9 / 16)
    assert held["memory"]["host_bytes_per_server"] < held["memory"]["host_limit_bytes_per_server"]


def test_671b_full_on_32_nodes_without_offload_is_tight_at_best(capsys: pytest.CaptureFixture[str]) -> None:
    # the guide runs out of memory there with ZeRO-3; 32 pipeline stages, which it did not try, leave 3 GB
    found = trained(capsys, "full", *LONG_671B, "--cards", "256")
    assert (found["status"], found["layout"]["pipeline_parallel"]) == ("tight", 32)
    assert 0 < found["memory"]["device_memory_bytes"] - found["memory"]["total_bytes"] < 4 * GB
    assert {"cards", "offload"} <= set(changes(found))


def test_72b_full_on_one_node_lacks_host_memory_at_1_tb(capsys: pytest.CaptureFixture[str]) -> None:
    # QwenLM/Qwen, issue 755: 8 × A800 with 0.8 TB of RAM fail, offload works with more than about 1 TB
    found = trained(capsys, "full", "Qwen2-72B", "hgx-a800-8x80", "--offload")
    assert (found["status"], found["rejection"]["limit"]) == ("does_not_fit", "host_memory")
    assert found["rejection"]["needed"] == pytest.approx(20.1 * 72.71e9, rel=1e-3)
    assert found["rejection"]["available"] == 0.8 * 1024e9
    assert found["memory"]["holds"]  # on the cards it would do
    assert trained(capsys, "full", "Qwen2-72B", "dgx-a100-8x80", "--offload")["status"] == "fits"  # 2 TB


@pytest.mark.parametrize("offload", [(), ("--offload",)])
def test_fixed_degrees_are_kept(capsys: pytest.CaptureFixture[str], offload: tuple[str, ...]) -> None:
    given = ("--cards", "64", "--tp", "4", "--pp", "8", "--recompute", "all")
    found = trained(capsys, "full", "Llama-2-70B", "dgx-h100", *given, *offload)
    for layout in (found["layout"], *found["runners_up"]):
        degrees = (layout["tensor_parallel"], layout["pipeline_parallel"], layout["recomputed_share"])
        assert degrees == (4, 8, 1)
        assert layout["data_parallel"] == 2


def test_a_batch_limits_the_copies(capsys: pytest.CaptureFixture[str]) -> None:
    found = trained(capsys, "full", "Llama-2-7B", "dgx-h100", "--batch-tokens", "16384")
    assert found["layout"]["data_parallel"] <= 4  # four sequences of 4,096


def test_the_askers_mfu_replaces_the_model(capsys: pytest.CaptureFixture[str]) -> None:
    found = trained(capsys, "full", "Llama-2-7B", "dgx-h100", "--mfu", "0.4", "--tokens", "2e9")
    rate = 8 * 0.4 * 989.4e12 / (6 * 6.738e9 + 12 * 32 * 4096 * 4096)
    assert found["speed"]["tokens_per_s"] == pytest.approx(rate)
    assert found["time"] is None
    modelled = trained(capsys, "full", "Llama-2-7B", "dgx-h100")
    assert found["layout"] == modelled["layout"]  # of layouts of one rate the one that the model finds fastest
    assert found["run"]["days"] == pytest.approx(2e9 / (rate * found["speed"]["goodput"] * 86_400))


def job_on(capsys: pytest.CaptureFixture[str], server: str, *more: str) -> dict[str, Any]:
    """3B on 6e9 tokens."""
    return trained(capsys, "pretrain", "Llama-3.2-3B", server, "--tokens", "6e9", *more)


def test_the_same_job_differs_by_peak_link_band_power_and_price(capsys: pytest.CaptureFixture[str]) -> None:
    a100, ascend, rtx = (job_on(capsys, s) for s in ("dgx-a100-8x80", "atlas_800t_a2_910b3", "pcie-8x-rtx4090"))
    assert a100["status"] == ascend["status"] == rtx["status"] == "fits"
    # peak and the share of it: 312 · 0.602 > 313 · 0.553 > 165.2 · 0.768
    reached = [each["time"]["peak_flops"] * each["time"]["efficiency"] for each in (a100, ascend, rtx)]
    assert reached == sorted(reached, reverse=True)
    # links: NVLink 300 GB/s > HCCS 196 GB/s one way > PCIe
    links = [each["time"]["inside_bytes_per_s"] for each in (a100, ascend, rtx)]
    assert links == sorted(links, reverse=True)
    assert links[2] == pytest.approx(25.6e9)
    # 24 GB hold the states in stages and the activations recomputed: a third more work
    assert (a100["layout"]["recomputed_share"], rtx["layout"]["recomputed_share"]) == (0, 1)
    assert rtx["layout"]["pipeline_parallel"] > a100["layout"]["pipeline_parallel"] == 1
    # the point lies within a tenth for 910B; planned at p10, for no row of its bin stands behind it
    points = [each["speed"]["tokens_per_s"] for each in (a100, ascend, rtx)]
    assert points == sorted(points, reverse=True)
    assert points[1] == pytest.approx(points[0], rel=0.1)
    assert [each["run"]["quantile"] for each in (a100, ascend, rtx)] == ["p50", "p10", "p50"]
    days = [each["run"]["days"] for each in (a100, ascend, rtx)]
    assert days == sorted(days)
    # energy: 0.85, 0.68 and 0.70 kW a card, over the days
    energy = [each["run"]["energy_kwh"] for each in (a100, ascend, rtx)]
    assert energy == sorted(energy)
    assert a100["run"]["card_kw"] > rtx["run"]["card_kw"] > ascend["run"]["card_kw"]
    # consumer cards are cheap by the hour: the slow run costs least; 910B is dearest by the hour
    cost = {name: each["run"]["own_cny"] for name, each in (("a100", a100), ("910b", ascend), ("4090", rtx))}
    assert cost["4090"] < cost["a100"] < cost["910b"]


def test_the_table_of_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "size.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines() if " × 0." in row]
    assert len(rows) == 3
    for server, peak, link, layout, days, energy, power, owned, _ in rows:
        found = job_on(capsys, server.strip("`"))
        run, time = found["run"], found["time"]
        assert peak == f"{time['peak_flops'] / 1e12:.0f} × {time['efficiency']:.3f}"
        assert link == f"{time['inside_bytes_per_s'] / GB:.3g}"
        assert ("recomputed" in layout) == (found["layout"]["recomputed_share"] == 1)
        assert f"DP{found['layout']['data_parallel']}" in layout
        assert days == f"{run['days']:.2f} ({run['quantile']})"
        assert [energy, power, owned] == [f"{run[key]:,.0f}" for key in ("energy_kwh", "electricity_cny", "own_cny")]


def test_a_deadline_takes_other_numbers_of_cards_and_4090_never_keep_it(capsys: pytest.CaptureFixture[str]) -> None:
    servers = ("dgx-a100-8x80", "atlas_800t_a2_910b3", "pcie-8x-rtx4090")
    a100, ascend, rtx = (job_on(capsys, server, "--days", "1") for server in servers)
    assert (a100["status"], a100["cards"], a100["servers_needed"]) == ("fits", 16, 2)
    assert (ascend["status"], ascend["cards"], ascend["servers_needed"]) == ("fits", 24, 3)
    assert (rtx["status"], rtx["cards"], rtx["servers_needed"]) == ("too_slow", 8, None)  # no link joins servers
    for found in (a100, ascend):
        assert found["run"]["days"] <= 1
        fewer = job_on(capsys, found["server"], "--cards", f"{found['cards'] - 8}", "--days", "1")
        assert fewer["status"] == "too_slow"
        assert changes(fewer)["cards"]["to"] == found["cards"]
    assert "server" in changes(rtx)
    assert "cards" not in changes(rtx)


def test_a_deadline_takes_the_gang_that_plans_take(capsys: pytest.CaptureFixture[str]) -> None:
    found = trained(capsys, "pretrain", "Llama-2-13B", "dgx-h100", "--tokens", "300e9", "--days", "45")
    run = PretrainWorkload(
        name="run", kind="pretrain", model="Llama-2-13B", tokens=300 * 10**9, sequence_length=4096, deadline_days=45
    )
    (planned,) = options(run, "dgx-h100", fabric_gbps=400.0, rules=SizingRules(quantile=found["run"]["quantile"]))
    assert (found["cards"], found["run"]["days"]) == (planned.devices, pytest.approx(planned.days))
    assert found["run"]["card_hours"] == pytest.approx(planned.card_hours)
    assert found["speed"]["mfu"] == pytest.approx(planned.mfu)


def test_7b_full_on_eight_4090_is_out_of_memory(capsys: pytest.CaptureFixture[str]) -> None:
    found = trained(capsys, "full", "Llama-2-7B", "pcie-8x-rtx4090")
    assert found["status"] == "does_not_fit"  # 26.1 · 6.738e9 / 8 = 22 of 25.8 GB, before activations
    assert changes(found)["method"]["to"] == "lora"


def test_changes_are_what_their_own_sizing_says(capsys: pytest.CaptureFixture[str]) -> None:
    found = trained(capsys, "full", "Llama-2-70B", "dgx-h100")
    for kind, change in changes(found).items():
        how = change["to"] if kind == "method" else "full"
        rest = ("--offload",) if kind == "offload" else ()
        again = trained(capsys, how, "Llama-2-70B", change["server"], "--cards", f"{change['cards']}", *rest)
        assert (again["status"], again["layout"]) == ("fits", change["layout"])
        assert again["run"]["days"] == pytest.approx(change["days"])
