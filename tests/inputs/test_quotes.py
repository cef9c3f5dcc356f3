from decimal import Decimal
from pathlib import Path

import pytest

from tests.inputs.request_files import INFERENCE, load, problems

HEADER = "item_id,currency,price,vat,date,source\n"
REQUEST = INFERENCE + "quotes: [q.csv]\n"
CLOUD = "servers:\n  - {id: cloud, card: l20, cards: 1, rent: {price_per_hour: 1, currency: CNY}}\n"


def test_quotes_are_exact_and_know_their_line(tmp_path: Path) -> None:
    text = (
        HEADER + 'hgx-h20,CNY,1130000.50,included,2026-10-01,"offer 17,\npage 2"\nl20,USD,4.1e3,unknown,2026-11,=A1\n'
    )
    request = load(tmp_path, REQUEST, q__csv=text)
    server, card = request.own_quotes
    assert (server.item_id, server.unit, server.typical) == ("hgx-h20", "server", Decimal("1130000.50"))
    assert (server.vat, server.confidence, server.notes) == ("included", "high", "q.csv:2")
    assert (card.item_id, card.unit, card.currency, card.typical) == ("l20", "card", "USD", Decimal(4100))
    assert (card.source, card.notes) == ("=A1", "q.csv:4")
    assert request.quoted == ("hgx-h20", "l20")
    assert "q.csv" in request.files
    assert len(request.book.layers[0].quotes) == 1


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("hgx-h2,CNY,5,included,2026-10,x",
         'q.csv:2:1: item_id: unknown card or server "hgx-h2"; did you mean hgx-h20?'),
        ("cloud,CNY,5,included,2026-10,x",
         'q.csv:2:1: item_id: "cloud" can only be rented: it has no `site` with power'),
        ("hgx-h20,RMB,5,included,2026-10,x", 'q.csv:2:9: currency: must be one of CNY, USD (got "RMB")'),
        ("hgx-h20,CNY,0,included,2026-10,x", "q.csv:2:13: price: must be greater than 0 and below 1e15 (got 0)"),
        ("hgx-h20,CNY,-5,included,2026-10,x", "q.csv:2:13: price: must be greater than 0 and below 1e15 (got -5)"),
        ("hgx-h20,CNY,1e15,included,2026-10,x", "q.csv:2:13: price: must be greater than 0 and below 1e15 (got 1e15)"),
        ("hgx-h20,CNY,,included,2026-10,x", "q.csv:2:13: price: must be a number (got nothing)"),
        ('hgx-h20,CNY,"1,130,000",included,2026-10,x',
         'price: must be a number (got "1,130,000"); write 1130000, without'),
        ("hgx-h20,CNY,113万,included,2026-10,x",
         'q.csv:2:13: price: must be a number (got "113万"); write the plain numb'),
        ("hgx-h20,CNY,5,incl,2026-10,x", 'q.csv:2:15: vat: must be one of included, excluded, unknown (got "incl")'),
        ("hgx-h20,CNY,5,included,undated,x",
         'q.csv:2:24: date: a quote has one date (got "undated"); write the day of'),
        ("hgx-h20,CNY,5,included,2026-13,x", 'q.csv:2:24: date: must be a date (got "2026-13")'),
        ("hgx-h20,CNY,5,included,2026-10,", "q.csv:2:32: source: is empty; say who made the offer"),
        ("hgx-h20,CNY,5,included,2026-10,x\nhgx-h20,CNY,6,included,2026-10,y",
         "q.csv:3:1: item_id: a second quote for hgx-h20 of 2026-10, after q.csv:2; keep the one to plan with"),
        ("hgx-h20,CNY", "q.csv:2:1: 2 cells under 6 columns"),
    ],
)  # fmt: skip
def test_problems_of_a_quote(tmp_path: Path, row: str, message: str) -> None:
    text = REQUEST + "catalog: [cloud.yaml]\n"
    found = problems(tmp_path, text, q__csv=HEADER + row + "\n", cloud__yaml=CLOUD)
    assert len(found) == 1, found
    assert message in found[0]


def test_problems_of_the_file(tmp_path: Path) -> None:
    assert problems(tmp_path, REQUEST) == [
        "request.yaml:12:10: quotes[0]: q.csv: 'q.csv' does not exist; check the name, or create the file"
    ]
    found = problems(tmp_path, REQUEST, q__csv=HEADER.replace("price", "prise") + "l20,CNY,5,included,2026,x\n")
    assert found == [
        "q.csv:1:1: the column price is missing; write the first line as " + HEADER.strip(),
        'q.csv:1:18: unknown column "prise"; did you mean price?',
    ]
    assert problems(tmp_path, REQUEST, q__csv=HEADER)[0].startswith("q.csv:1:1: the file has no row")


def test_two_files_with_one_quote(tmp_path: Path) -> None:
    line = HEADER + "l20,CNY,5,excluded,2026-10,x\n"
    text = REQUEST.replace("[q.csv]", "[q.csv, r.csv]")
    (found,) = problems(tmp_path, text, q__csv=line, r__csv=line)
    assert found.startswith("r.csv:2:1: item_id: a second quote for l20 of 2026-10, after q.csv:2")
    newer = line.replace("2026-10", "2026-11")
    assert len(load(tmp_path, text, q__csv=line, r__csv=newer).own_quotes) == 2


def test_an_own_price_book_names_known_items(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    book = "id: ours\nname: Ours\nmarket: China\nsnapshot: 2026-10-01\nusd_cny: 7.1\nimport_margin: 0\n"
    (tmp_path / "book" / "book.yaml").write_text(
        book + "usd_cny_spec: {source: x, confidence: high}\n", encoding="utf-8"
    )
    quotes = "item_id,unit,currency,typical,date,vat,source,confidence\n"
    quotes += "l2O,card,CNY,5,2026,excluded,x,high\nl20,server,CNY,5,2026,excluded,x,high\n"
    (tmp_path / "book" / "quotes.csv").write_text(quotes, encoding="utf-8")
    assert problems(tmp_path, INFERENCE + "price_book: book/\n") == [
        'book/quotes.csv:2:1: item_id: unknown card "l2O"; did you mean l20?',
        'book/quotes.csv:3:1: item_id: unknown server "l20"; known: hgx-h20, pcie-8x-l20',
    ]


@pytest.mark.parametrize(
    ("as_of", "date", "refused"),
    [
        ("", "2026-11-30", False), ("", "2026-12", True), ("as_of: 2026-08-31\n", "2026-08", False),
        ("as_of: 2026-08-31\n", "2026-09-01", True), ("as_of: 31.8.2026\n", "2026-09-01", False),
    ],
)  # fmt: skip
def test_a_quote_is_no_later_than_the_request(tmp_path: Path, as_of: str, date: str, refused: bool) -> None:
    broken = "limit: 1\n"
    found = problems(tmp_path, REQUEST + as_of + broken, q__csv=HEADER + f"l20,CNY,5,included,{date},x\n")
    later = [line for line in found if line.startswith("q.csv:2:1: date: the quote for l20 is of ")]
    assert len(later) == refused
    assert not refused or "in the requirements file, or remove the row" in later[0]
