"""Every shipped entry is well formed, refers to what exists, and says where it comes from."""

import re
from collections.abc import Iterable

import pytest

from optimizer.inputs.catalog import Provenance
from optimizer.inputs.quote_date import last_day
from optimizer.inputs.workload import WeightPrecision
from tests.catalog.shipped import catalog, documents

ASKED_FOR = tuple(
    """
    h100-sxm h100-pcie h100-nvl h200-sxm h200-nvl h20-96 h20-141 a100-40-pcie a100-40-sxm a100-80-pcie a100-80-sxm
    a800-80-sxm a800-80-pcie h800-sxm l40s l40 l20 l4 rtx-4090 rtx-5090 rtx-pro-6000-server rtx-pro-6000-ws rtx-6000-ada
    b200-sxm mi300x gaudi3 ascend_910b2 ascend_910b3 ascend_910b4 ascend_910b4_64g ascend_910c ascend_300i_duo_96g
    hygon_k100_ai hygon_bw1000 kunlun_p800 mlu370_x8 metax_c500_pcie metax_c500_oam mtt_s4000 iluvatar_bi_v150
""".split()  # noqa: SIM905 (forty names read better as text)
)
PRECISIONS = set(WeightPrecision.__args__)  # type: ignore[attr-defined]


def test_the_cards_that_matter_most_are_there_with_servers() -> None:
    assert len(ASKED_FOR) == 40
    with_servers = {server.card for server in catalog().servers.values()}
    assert [card for card in ASKED_FOR if card not in catalog().cards] == []
    assert [card for card in catalog().cards if card not in with_servers] == []


def test_sizes() -> None:
    shipped = catalog()
    sizes = len(shipped.cards), len(shipped.servers), len(shipped.models), len(shipped.ecosystems)
    assert sizes == (94, 208, 85, 15)


@pytest.mark.parametrize("top", ["cards", "servers", "models", "ecosystems", "parameters"])
def test_ids_are_unique(top: str) -> None:
    ids = [entry["id"] for entry in documents(top)]
    assert len(ids) == len(set(ids))


def test_ids_are_unique_over_cards_and_servers() -> None:
    assert not catalog().cards.keys() & catalog().servers.keys()


def test_references_resolve() -> None:
    shipped = catalog()
    assert [s.id for s in shipped.servers.values() if s.card not in shipped.cards] == []
    assert [c.id for c in shipped.cards.values() if c.ecosystem not in shipped.ecosystems] == []


def test_every_block_has_source_date_and_confidence() -> None:
    shipped = catalog()
    _are_sourced((card.id, card.spec) for card in shipped.cards.values())
    _are_sourced((server.id, server.spec) for server in shipped.servers.values())
    _are_sourced((model.id, model.spec) for model in shipped.models.values())
    _are_sourced((ecosystem.id, ecosystem.spec) for ecosystem in shipped.ecosystems.values())
    _are_sourced((parameter.id, parameter.spec) for parameter in shipped.parameters.values())


def _are_sourced(specs: Iterable[tuple[str, Provenance | None]]) -> None:
    for name, spec in specs:
        assert spec is not None, name
        assert spec.source.strip(), name
        last_day(spec.date)


def test_every_card_can_be_sized_and_judged() -> None:
    for card in catalog().cards.values():
        assert card.facts is not None, card.id
        assert card.facts.bf16_flops or card.facts.fp16_flops, card.id
        assert (card.availability is None) == bool(card.closest_cards), card.id
        assert card.availability_note, card.id
        assert card.launch_year is not None, card.id


def test_domestic_cards_are_those_of_chinese_vendors() -> None:
    foreign = {"NVIDIA", "AMD", "Intel", "generic"}
    assert [c.id for c in catalog().cards.values() if c.domestic == (c.vendor in foreign)] == []


def test_two_die_cards() -> None:
    two = {card.id for card in catalog().cards.values() if card.facts and card.facts.devices == 2}
    assert two == {"ascend_910c", "ascend_910c_560t", "ascend_300i_duo_96g", "iluvatar_bi_v150"}


@pytest.mark.parametrize(
    ("card", "memory_bytes"),
    [
        ("h100-sxm", 81559 * 2**20),  # 85.5e9
        ("h20-96", 97871 * 2**20),  # 102.6e9
        ("ascend_910b3", 61740 * 2**20),  # 64.7e9: about 60.3 GiB
        ("b200-sxm", 180 * 10**9),  # no driver figure: the capacity class
        ("ascend_910c", 128 * 10**9),
    ],
)
def test_memory_is_what_the_driver_reports(card: str, memory_bytes: int) -> None:
    facts = catalog().cards[card].facts
    assert facts is not None
    assert facts.memory_bytes == memory_bytes


def test_units_of_one_card() -> None:
    facts = catalog().cards["h100-sxm"].facts
    assert facts is not None
    assert facts.memory_bandwidth_bytes_per_s == 3_352 * 10**9
    assert facts.bf16_flops == 9894 * 10**11
    assert facts.scale_up_bytes_per_s == 900 * 10**9
    assert facts.host_link_bytes_per_s == 128 * 10**9


@pytest.mark.parametrize(
    ("family", "members"),
    [
        (
            "ampere",
            {"a30", "a100-40-pcie", "a100-40-sxm", "a100-80-pcie", "a100-80-sxm", "a800-80-sxm", "a800-80-pcie"},
        ),
        ("blackwell", {"b200-sxm", "b300-sxm", "gb200", "gb300"}),
        ("cdna3", {"mi300x", "mi325x", "mi350x", "mi355x"}),
        ("gaudi", {"gaudi2", "gaudi3"}),
    ],
)
def test_performance_families(family: str, members: set[str]) -> None:
    cards = catalog().cards.values()
    assert {c.id for c in cards if not c.closest_cards and c.facts and c.facts.performance_family == family} == members


def test_domestic_family_is_measured_vendors_only() -> None:
    cards = [c for c in catalog().cards.values() if c.facts and c.facts.performance_family == "domestic"]
    assert {c.id for c in cards if c.vendor != "Huawei"} == {"hygon_k100_ai"}


def test_ecosystems_speak_the_requirements_words() -> None:
    for ecosystem in catalog().ecosystems.values():
        assert set(ecosystem.weight_precisions) <= PRECISIONS, ecosystem.id
        assert all(re.fullmatch(r"[a-z0-9.-]+", name) for name in ecosystem.engines), ecosystem.id
        assert ecosystem.adaptation_months_low <= ecosystem.adaptation_months_typical, ecosystem.id
        assert ecosystem.adaptation_months_typical <= ecosystem.adaptation_months_high, ecosystem.id
    assert catalog().ecosystems["cuda"].adaptation_months_typical == 0


def test_parameters_are_ordered_and_named_in_both_languages() -> None:
    for parameter in catalog().parameters.values():
        assert parameter.low <= parameter.typical <= parameter.high, parameter.id
        assert re.search("[\u4e00-\u9fff]", parameter.name_zh), parameter.id
        assert parameter.name_en, parameter.id
        large = parameter.unit[:3] in ("CNY", "USD") or parameter.unit in ("W", "Gbit/s")
        assert large or parameter.typical < 100, parameter.id
