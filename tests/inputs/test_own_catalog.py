from pathlib import Path

import pytest

from tests.inputs.request_files import INFERENCE, load, problems

REQUEST = INFERENCE + "catalog: [mine.yaml]\n"
OWN_MODEL = """\
models:
  - id: In-House-7B
    total_params: 7.6e9
    active_params: 7.6e9
    layers: 28
    hidden_size: 3584
    attention: GQA
    attention_heads: 28
    kv_heads: 4
    head_dim: 128
    vocab_size: 152064
    max_context_tokens: 32768
    native_precision: bf16
    spec: {source: our own config.json, confidence: high}
"""
CLOUD = """\
servers:
  - id: cloud-a10g
    name: Cloud A10G
    card: {id: a10g-cloud, ecosystem: cuda, domestic: false}
    cards: 1
    rent: {price_per_hour: 1.01, currency: USD}
"""


def test_the_least_a_rent_only_server_needs(tmp_path: Path) -> None:
    catalog = load(tmp_path, REQUEST, mine__yaml=CLOUD).catalog
    server = catalog.servers["cloud-a10g"]
    assert (server.card, server.cards, server.site) == ("a10g-cloud", 1, None)
    assert server.rent is not None
    assert str(server.rent.price_per_hour) == "1.01"
    assert catalog.cards["a10g-cloud"].ecosystem == "cuda"
    assert catalog.own_ids == ("cards.a10g-cloud", "servers.cloud-a10g")


def test_single_fields_of_a_known_entry_are_overridden(tmp_path: Path) -> None:
    text = "servers:\n  - {id: pcie-8x-l20, site: {max_power_w: 5000}, vendor: OEM, notes: null}\n"
    catalog = load(tmp_path, REQUEST, mine__yaml=text.replace(", notes: null", "")).catalog
    site = catalog.servers["pcie-8x-l20"].site
    assert site is not None
    assert (site.max_power_w, site.typical_power_w, site.form) == (5000, 3300, "rack")
    assert catalog.own_ids == ("servers.pcie-8x-l20.site.max_power_w",)


def test_null_removes_a_field(tmp_path: Path) -> None:
    catalog = load(tmp_path, REQUEST, mine__yaml="cards:\n  - {id: l20, facts: null}\n").catalog
    assert catalog.cards["l20"].facts is None


def test_a_folder_is_read_in_name_order(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "b.yaml").write_text(CLOUD, encoding="utf-8")
    (tmp_path / "mine" / "a.yaml").write_text(
        "cards:\n  - {id: x1, ecosystem: cann, domestic: true}\n", encoding="utf-8"
    )
    catalog = load(tmp_path, INFERENCE + "catalog: [mine/]\n").catalog
    assert catalog.own_ids == ("cards.x1", "cards.a10g-cloud", "servers.cloud-a10g")


def test_an_own_model_can_be_asked_for(tmp_path: Path) -> None:
    request = load(tmp_path, REQUEST.replace("Qwen3-32B", "In-House-7B"), mine__yaml=OWN_MODEL)
    assert request.catalog.models["In-House-7B"].total_params == 7_600_000_000
    assert "mine.yaml" in request.files


def test_a_model_that_uses_all_its_experts_is_dense(tmp_path: Path) -> None:
    model = OWN_MODEL + "    experts: 8\n    experts_per_token: 8\n"
    (found,) = problems(tmp_path, REQUEST, mine__yaml=model)
    assert found.startswith("mine.yaml:16:5: models[0].experts_per_token: 8 of 8 experts for each token; write fewer")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("severs: []\n", 'mine.yaml:1:1: severs: unknown key "severs"; did you mean servers?'),
        ("servers: {}\n", "mine.yaml:1:1: servers: must be a list (got a mapping); start each entry with `- `"),
        ("servers: [x]\n", "mine.yaml:1:11: servers[0]: must be a mapping of keys"),
        ("servers:\n  - name: x\n", "mine.yaml:2:5: servers[0].id: is missing; write `id:` with a short name"),
        ("servers:\n  - id: 4090\n", 'mine.yaml:2:5: servers[0].id: must be text (got 4090); write "4090" in quotes'),
        ("servers:\n  - {id: x, card: l20}\n", "mine.yaml:2:5: servers[0].cards: is missing"),
        ("servers:\n  - {id: x, card: l21, cards: 8}\n",
         'mine.yaml:2:13: servers[0].card: unknown card "l21"; did you mean l20?'),
        ("servers:\n  - {id: x, card: {id: y, ecosystem: cudda, domestic: false}, cards: 8}\n",
         'mine.yaml:2:27: servers[0].card.ecosystem: unknown ecosystem "cudda"; did you mean cuda?'),
        ("servers:\n  - {id: x, card: {id: y, ecosystem: cuda, domestic: no}, cards: 8}\n",
         'mine.yaml:2:44: servers[0].card.domestic: must be true or false (got "no")'),
        ("servers:\n  - {id: pcie-8x-l20, site: {max_power_kw: 5}}\n",
         'mine.yaml:2:30: servers[0].site.max_power_kw: unknown key "max_power_kw"; did you mean max_power_w?'),
        ("servers:\n  - {id: pcie-8x-l20, site: {max_power_w: 5 kW}}\n",
         'mine.yaml:2:30: servers[0].site.max_power_w: must be a whole number (got "5 kW"); write the plain number'),
        ("servers:\n  - {id: pcie-8x-l20, site: {max_power_w: 500}}\n",
         "mine.yaml:2:23: servers[0].site: power out of order: idle 850 W, typical 3300 W, maximum 500 W"),
        ("cards:\n  - {id: l20, domestic: true}\n  - {id: l20, domestic: false}\n",
         'mine.yaml:3:6: cards[1].id: "l20" is already described in mine.yaml:2; keep one of the two'),
        ("cards:\n  - {id: l20, facts: {memory_bytes: 48_000}}\n",
         "mine.yaml:2:37: cards[0].facts.memory_bytes: 48_000 has underscores between its digits"),
        ("models:\n  - {id: m}\n", "mine.yaml:2:5: models[0].spec: is missing; say where the numbers come from"),
        ("parameters: [{id: servers_per_fte, low: 0, typical: 1}]\n",
         "mine.yaml:1:36: parameters[0].low: must be greater than 0 (got 0)"),
        ("parameters: [{id: servers_per_fte, typical: 30}]\n",
         "mine.yaml:1:36: parameters[0].typical: out of order: low 50, typical 30, high 100; write all three: low ≤"),
        ("parameters: [{id: maintenance_rate, high: 15}]\n",
         "mine.yaml:1:37: parameters[0].high: must be at most 1 (got 15); write a share between 0 and 1: 0.15 for 15"),
        ("parameters: [{id: maintenance_rate, unit: CNY/year}]\n",
         'mine.yaml:1:37: parameters[0].unit: "CNY/year" is another unit than that of maintenance_rate (share of serv'),
        ("parameters: [{id: mine, name_zh: a, name_en: a, unit: share, low: 1, typical: 2, high: 1, spec: {source: a, "
         "confidence: low}}]\n", "parameters[0].typical: must be at most 1 (got 2)"),
        ("cards: [\n", "mine.yaml:2:1: "),
    ],
)  # fmt: skip
def test_problems_in_own_files(tmp_path: Path, text: str, message: str) -> None:
    found = problems(tmp_path, REQUEST, mine__yaml=text)
    assert [line for line in found if message in line], found
    if "models" not in text:
        assert len(found) == (2 if "48_000" in text else 1), found


def test_files_that_cannot_be_opened_stand_where_they_are_named(tmp_path: Path) -> None:
    text = INFERENCE + "catalog: [../x.yaml, none.yaml, 5]\nmeasurements: none.csv\n"
    found = problems(tmp_path, text)
    assert [line.split(" ")[0] for line in found] == [
        "request.yaml:12:11:", "request.yaml:12:22:", "request.yaml:12:33:", "request.yaml:13:1:",
    ]  # fmt: skip
    assert "catalog[1]: none.yaml: 'none.yaml' does not exist; check the name, or create the file" in found[1]


def test_an_id_claimed_by_a_faulty_own_entry_is_not_unknown(tmp_path: Path) -> None:
    text = REQUEST + "policy: {servers: {allowed: [mine]}}\n"
    found = problems(tmp_path, text, mine__yaml="servers:\n  - {id: mine, card: l20, cards: 0}\n")
    assert len(found) == 1
    assert "mine.yaml:2:27: servers[0].cards: must be greater than 0 (got 0)" in found[0]


def test_an_own_price_book_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    book = "id: ours\nname: Ours\nmarket: China\nsnapshot: 2026-10-01\nusd_cny: 7.1\nimport_margin: 0\n"
    spec = "usd_cny_spec: {source: bank, confidence: high}\n"
    quotes = "item_id,unit,currency,typical,date,vat,source,confidence\nl20,card,CNY,{},2026-05,excluded,x,high\n"
    (tmp_path / "book" / "book.yaml").write_text(book + spec, encoding="utf-8")
    (tmp_path / "book" / "quotes.csv").write_text(quotes.format(31000), encoding="utf-8")
    text = INFERENCE + "price_book: book/\n"
    request = load(tmp_path, text)
    assert (request.book.id, str(request.book.usd_cny), request.as_of.isoformat()) == ("ours", "7.1", "2026-10-01")
    assert {"request.yaml", "book/book.yaml", "book/quotes.csv"} == set(request.files)
    (tmp_path / "book" / "book.yaml").write_text(book.replace("7.1", "-7") + spec, encoding="utf-8")
    (tmp_path / "book" / "quotes.csv").write_text(quotes.format("31k"), encoding="utf-8")
    found = problems(tmp_path, text)
    assert [line.split(" ")[0] for line in found] == ["book/book.yaml:5:1:", "book/quotes.csv:2:4:"]
    (missing,) = problems(tmp_path, INFERENCE + "price_book: nowhere/\n")
    assert missing.startswith("request.yaml:12:1: price_book: nowhere/book.yaml: 'nowhere/book.yaml' does not exist")


@pytest.mark.usefixtures("real_catalog")
@pytest.mark.parametrize("own", ["switch_ports, low: 1", "switch_port_gbps, low: 0", "servers_per_fte, low: 0"])
def test_what_a_formula_divides_by_is_not_zero(tmp_path: Path, own: str) -> None:
    (found,) = problems(tmp_path, REQUEST, mine__yaml=f"parameters: [{{id: {own}}}]\n")
    assert "parameters[0].low: must be" in found


@pytest.mark.parametrize(
    ("own", "value", "source"),
    [("low: 0.1", "0.65", "default"), ("typical: 0.5", "0.5", "own value (catalog)")],
)
def test_an_own_electricity_price_is_the_one_assumed(tmp_path: Path, own: str, value: str, source: str) -> None:
    text = f"parameters: [{{id: electricity_price, {own}}}]\n"
    (found,) = (each for each in load(tmp_path, REQUEST, mine__yaml=text).assumptions if "electricity" in each.path)
    assert (found.value, found.unit, found.source) == (value, "CNY/kWh", source)
