"""Reading a price book: dates as coarse as their source, and every problem of a bad file at once."""

import datetime
from decimal import Decimal

import pytest

from optimizer.errors import InputError
from optimizer.inputs.price_book import parse_price_book
from optimizer.inputs.prices import PriceBook
from optimizer.inputs.quote_date import last_day

BOOK: dict[str, object] = {
    "id": "mine",
    "name": "My quotes",
    "market": "China",
    "snapshot": "2026-11-30",
    "usd_cny": 7,
    "usd_cny_spec": {"source": "bank", "date": "2026-11-30", "confidence": "high"},
    "import_margin": 0,
}
HEADER = "item_id,unit,currency,low,typical,high,date,vat,source,confidence,notes"
GOOD = "box,server,CNY,,100.50,,2026-01,excluded,a dealer,high,"


def parse(*lines: str, header: str = HEADER) -> PriceBook:
    return parse_price_book(BOOK, "\n".join((header, *lines)) + "\n", "prices/mine/quotes.csv")


def problems(*lines: str, header: str = HEADER) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse(*lines, header=header)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024", datetime.date(2024, 12, 31)),
        ("2024-02", datetime.date(2024, 2, 29)),
        ("2025-12-24", datetime.date(2025, 12, 24)),
        ("2025-05 to 2026-02", datetime.date(2026, 2, 28)),
        ("2024 to 2025", datetime.date(2025, 12, 31)),
        ("undated", None),
    ],
)
def test_a_date_counts_as_its_last_day(text: str, day: datetime.date | None) -> None:
    assert last_day(text) == day


@pytest.mark.parametrize(
    "text", ["", "26", "2026-13", "2026-02-30", "2026/02", "0000", "2026 to", "soon", "undated to 2026"]
)
def test_other_dates_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        last_day(text)


def test_a_good_line() -> None:
    (quote,) = parse(GOOD).quotes
    assert (quote.low, quote.typical, quote.high) == (None, Decimal("100.50"), None)


def test_byte_order_mark_windows_line_ends_and_empty_lines() -> None:
    text = "\ufeff" + "\r\n".join((HEADER, "", GOOD, "", ""))
    assert len(parse_price_book(BOOK, text, "quotes.csv").quotes) == 1


def test_columns_in_any_order_and_optional_ones_left_out() -> None:
    book = parse(
        "a dealer,high,2026,unknown,USD,card,chip,5", header="source,confidence,date,vat,currency,unit,item_id,high"
    )
    assert book.quotes[0].high == 5


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("box,server,CNY,,1 200,,2026,excluded,x,high,", "quotes.csv:2:5: typical: not a number: '1 200'"),
        ("box,server,CNY,nan,1,,2026,excluded,x,high,", "quotes.csv:2:4: low: not a number: 'nan'"),
        ("box,server,CNY,,-5,,2026,excluded,x,high,", "quotes.csv:2:5: typical: must be greater than 0 (got -5)"),
        ("box,server,CNY,,0,,2026,excluded,x,high,", "quotes.csv:2:5: typical: a price of 0"),
        ("box,server,CNY,,,,2026,excluded,x,high,", "quotes.csv:2:5: typical: no price at all"),
        ("box,server,CNY,3,2,,2026,excluded,x,high,", "quotes.csv:2:5: typical: typical 2 is below low 3"),
        ("box,server,CNY,3,,2,2026,excluded,x,high,", "quotes.csv:2:6: high: high 2 is below low 3"),
        ("box,server,CNY,,5,,2026-13,excluded,x,high,", "quotes.csv:2:7: date: no such month: 2026-13"),
        ("box,rack,CNY,,5,,2026,excluded,x,high,", "quotes.csv:2:2: unit: Input should be"),
        ("box,server,EUR,,5,,2026,excluded,x,high,", "quotes.csv:2:3: currency: Input should be"),
        ("box,server,CNY,,5,,2026,yes,x,high,", "quotes.csv:2:8: vat: Input should be"),
        ("box,server,CNY,,5,,2026,excluded,,high,", "quotes.csv:2:9: source: no source"),
        ("box,server,CNY,,5,,2026,excluded,x,sure,", "quotes.csv:2:10: confidence: Input should be"),
        ("a box,server,CNY,,5,,2026,excluded,x,high,", "quotes.csv:2:1: item_id: String should match"),
        ("box,server,CNY,,1,200,2026,excluded,x,high,,", "quotes.csv:2:1: 12 fields under 11 columns"),
    ],
)
def test_a_bad_line(line: str, said: str) -> None:
    (found,) = problems(line)
    assert found.startswith(f"prices/mine/{said}")


def test_every_problem_is_reported_with_its_line() -> None:
    broken = 'box,server,CNY,,5,,2026,excluded,"x\ny",high,'  # one record over lines 3 and 4
    found = problems(GOOD, broken, GOOD, "box,server,CNY,9,x,8,soon,excluded,x,high,")
    assert [text.split(" ")[0] for text in found] == [
        "prices/mine/quotes.csv:5:1:",
        "prices/mine/quotes.csv:6:5:",
        "prices/mine/quotes.csv:6:6:",
        "prices/mine/quotes.csv:6:7:",
    ]
    assert "repeats line 2" in found[0]


def test_bad_headers() -> None:
    (found,) = problems(GOOD, header=HEADER.replace("typical", "typcal"))
    assert "1:5: typcal: unknown column 'typcal'; did you mean typical?" in found
    assert "missing column vat" in problems(header="item_id,unit,currency,typical,date,source,confidence")[0]
    assert "no price column" in problems(header="item_id,unit,currency,date,vat,source,confidence")[0]
    assert "doubled column" in problems(header=HEADER + ",date")[0]
    assert len(problems(header="")) == 2


def test_a_broken_quotation_is_a_problem_not_a_crash() -> None:
    assert "not readable as CSV" in problems('box,server,"CNY')[0]


def test_problems_of_the_book_and_of_its_quotes_together() -> None:
    bad = {**BOOK, "usd_cny": "7", "colour": "red"}
    with pytest.raises(InputError) as caught:
        parse_price_book(bad, f"{HEADER}\nbox,server,CNY,,x,,2026,excluded,y,high,\n", "p/quotes.csv")
    assert [(p.file, p.path) for p in caught.value.problems] == [
        ("p/book.yaml", "usd_cny"),
        ("p/book.yaml", "colour"),
        ("p/quotes.csv", "typical"),
    ]


def test_quotes_inside_the_book_are_refused() -> None:
    with pytest.raises(InputError, match="do not belong here"):
        parse_price_book({**BOOK, "quotes": []}, HEADER, "quotes.csv")
