from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.inputs.measured import Known, parse_measured
from tests.inputs.request_files import FINETUNE, INFERENCE, PRETRAIN, ROWS, ROWS_HEADER, SERVICE, TENDER, load, problems

KNOWN = Known({"ocr": "pages/s"}, {}, frozenset({"pcie-8x-l20"}))


def test_rows_are_exact_and_know_their_line(tmp_path: Path) -> None:
    text = ROWS_HEADER + '\nocr,pcie-8x-l20,1,12.10,pages/s,2026-05,"own bench,\nsecond line"\n'
    text += "ocr,pcie-8x-l20,16,0,pages/s,undated,=HYPERLINK(1)\n"
    first, second = load(tmp_path, SERVICE, rows__csv=text).measured
    assert (first.workload, first.server, first.cards, first.capacity) == ("ocr", "pcie-8x-l20", 1, Decimal("12.10"))
    assert (first.unit, first.date, first.file, first.line) == ("pages/s", "2026-05", "rows.csv", 3)
    assert (second.line, second.cards, second.capacity, second.source) == (5, 16, Decimal(0), "=HYPERLINK(1)")


def test_columns_in_any_order(tmp_path: Path) -> None:
    text = "source,date,unit,capacity,cards,server,workload\r\nbench,2026,pages/s,3,8,pcie-8x-l20,ocr\r\n"
    assert load(tmp_path, SERVICE, rows__csv=text).measured[0].capacity == 3


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("ocr,pcie-8x-l20,1,fast,pages/s,2026,x", 'rows.csv:2:19: capacity: must be a number (got "fast")'),
        ("ocr,pcie-8x-l20,1,-2,pages/s,2026,x", "rows.csv:2:19: capacity: must be at least 0 and below 1e15 (got -2)"),
        ("ocr,pcie-8x-l20,1,,pages/s,2026,x", "rows.csv:2:19: capacity: must be a number (got nothing)"),
        ("ocr,pcie-8x-l20,1,=1+1,pages/s,2026,x", 'rows.csv:2:19: capacity: must be a number (got "=1+1")'),
        ("ocr,pcie-8x-l20,1,nan,pages/s,2026,x", "rows.csv:2:19: capacity: must be a number"),
        ("ocr,pcie-8x-l20,1.5,2,pages/s,2026,x", "rows.csv:2:17: cards: must be a whole number of cards, at least 1"),
        ("ocr,pcie-8x-l20,0,2,pages/s,2026,x", "rows.csv:2:17: cards: must be a whole number of cards, at least 1"),
        ("ocr,pcie-8x-l20,12,2,pages/s,2026,x", "rows.csv:2:17: cards: 12 cards are neither within one server (8 card"),
        ("ocr,pcie-8x-l2,1,2,pages/s,2026,x", 'rows.csv:2:5: server: unknown server "pcie-8x-l2"; did you mean pcie-8'),
        ("ocrr,pcie-8x-l20,1,2,pages/s,2026,x", 'rows.csv:2:1: workload: unknown workload "ocrr"; did you mean ocr?'),
        ("ocr,pcie-8x-l20,1,2,pages,2026,x", 'rows.csv:2:21: unit: must be pages/s, the unit of the workload\'s deman'),
        ("ocr,pcie-8x-l20,1,2,pages/s,soon,x", 'rows.csv:2:29: date: must be a date (got "soon")'),
        ("ocr,pcie-8x-l20,1,2,pages/s,2026,", "rows.csv:2:34: source: is empty; say where the number was measured"),
        ("ocr,pcie-8x-l20,1,2,pages/s", "rows.csv:2:1: 5 cells under 7 columns"),
        ("ocr,pcie-8x-l20,1,3,pages/s,2026,x\nocr,pcie-8x-l20,1,4,pages/s,2026,y",
         "rows.csv:3:1: the same workload, server and cards as line 2; keep one of the two"),
        ('ocr,"pcie', "rows.csv: the file is not CSV: unexpected end of data"),
    ],
)  # fmt: skip
def test_problems_of_a_row(tmp_path: Path, row: str, message: str) -> None:
    found = problems(tmp_path, SERVICE, rows__csv=ROWS_HEADER + row + "\n")
    assert len(found) == 1, found
    assert found[0].startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "request.yaml:2:16: measurements[0]: rows.csv: the file is empty"),
        (ROWS_HEADER, "rows.csv:1:1: the file has no row"),
        (ROWS.replace("capacity", "capcity"), 'rows.csv:1:23: unknown column "capcity"; did you mean capacity?'),
        (ROWS.replace("date,source", "date,date"), "rows.csv:1:42: date: the column is given twice"),
        (ROWS.replace(",", ";"), "rows.csv:1:1: the columns are not separated by commas"),
        ("id,accelerator,metric,value\n", "rows.csv:1:1: columns missing: accelerators, model, weight_precision"),
    ],
)
def test_problems_of_the_file(tmp_path: Path, text: str, message: str) -> None:
    assert problems(tmp_path, SERVICE, rows__csv=text)[0].startswith(message) or any(
        line.startswith(message) for line in problems(tmp_path, SERVICE, rows__csv=text)
    )


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    found = problems(tmp_path, SERVICE, rows__csv="workload,server,cards,capacity,unit,date\n")
    assert found == [
        "rows.csv:1:1: the column source is missing; write the first line as "
        "workload,server,cards,capacity,unit,date,source"
    ]


def test_the_same_row_in_two_files(tmp_path: Path) -> None:
    text = SERVICE.replace("[rows.csv]", "[rows.csv, more.csv]")
    assert problems(tmp_path, text, rows__csv=ROWS, more__csv=ROWS) == [
        "more.csv:2:1: the same workload, server and cards as rows.csv:2; keep one of the two"
    ]


@pytest.mark.parametrize(
    ("traffic", "unit"), [("peak_requests_per_s: 14", "requests/s"), ("concurrent_requests: 9", "requests in flight")]
)
def test_inference_is_measured_in_its_own_unit(tmp_path: Path, traffic: str, unit: str) -> None:
    text = INFERENCE.replace("peak_requests_per_s: 14", traffic) + "measurements: [rows.csv]\n"
    row = "assistant,pcie-8x-l20,4,7.5,{},2026-05,bench\n"
    assert load(tmp_path, text, rows__csv=ROWS_HEADER + row.format(unit)).measured[0].unit == unit
    (found,) = problems(tmp_path, text, rows__csv=ROWS_HEADER + row.format("tokens/s"))
    assert f"must be {unit}, the unit of the workload's demand" in found


def test_rows_of_a_faulty_workload_are_not_called_unknown(tmp_path: Path) -> None:
    text = SERVICE.replace("value: 40", "value: many")
    assert ["workloads[0].demand.value" in line for line in problems(tmp_path, text, rows__csv=ROWS)] == [True]


@given(st.text(alphabet=st.sampled_from('ocr,pie-8xl20."\n\r=+@;é1'), max_size=80))
@settings(max_examples=100)
def test_any_text_gives_rows_or_problems(text: str) -> None:
    rows, wrong = parse_measured(ROWS_HEADER + text, "f.csv", KNOWN)
    assert rows or wrong
    assert all(row.capacity >= 0 and row.cards > 0 for row in rows)


def test_measured_training_and_tenders(tmp_path: Path) -> None:
    run = PRETRAIN + "measurements: [rows.csv]\n"
    rows = ROWS_HEADER + "run,hgx-h20,64,1,runs,2026-05,own run\n"
    assert load(tmp_path, run, rows__csv=rows).measured[0].cards == 64
    (found,) = problems(tmp_path, run, rows__csv=rows.replace(",1,runs", ",1.5,runs"))
    assert found.startswith("rows.csv:2:16: capacity: a run is done in time or not (got 1.5); write 1 when these cards")
    jobs = FINETUNE + "measurements: [rows.csv]\n"
    rows = ROWS_HEADER + "jobs,hgx-h20,8,12.5,jobs/month,2026-05,own jobs\n"
    assert load(tmp_path, jobs, rows__csv=rows).measured[0].capacity == Decimal("12.5")
    tender = TENDER + "measurements: [rows.csv]\n"
    (found,) = problems(tmp_path, tender, rows__csv=ROWS_HEADER + "phase-1,hgx-h20,8,12,pflops,2026-05,x\n")
    assert found.startswith('rows.csv:2:1: workload: "phase-1" asks for capacity as such: nothing is measured')
