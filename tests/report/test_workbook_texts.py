"""Foreign text in the workbook: never a formula, a number or a link, and always one that a cell can hold."""

import re
import zipfile
from pathlib import Path

from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.hostile import BROKEN, HOSTILE, texts_of
from tests.report.reading import formula_cells, formulas, values
from tests.report.sample_parts import sample_plan
from tests.report.sample_plan import bought

LINK = re.compile(r"<hyperlink ([^>]*)/>")
"""The index of the cover; none may leave the workbook."""


def test_foreign_text_stays_text(tmp_path: Path) -> None:
    pools = tuple(bought(server=f"s{i}", server_name=h, card_name=h, racks={}) for i, h in enumerate(HOSTILE))
    tame = tuple(pool.model_copy(update={"server_name": pool.server, "card_name": "card"}) for pool in pools)
    plain, path = tmp_path / "plain.xlsx", tmp_path / "hostile.xlsx"
    write_workbook(sample_plan(pools=tame, racks=()), plain)
    write_workbook(sample_plan(pools=pools, racks=(), name=HOSTILE[0], not_limited=HOSTILE, quote_needed=HOSTILE), path)
    book = formulas(path)
    assert sum(1 for _ in formula_cells(book)) == sum(1 for _ in formula_cells(formulas(plain)))
    with zipfile.ZipFile(path) as parts:
        links = [link for name in parts.namelist() for link in LINK.findall(parts.read(name).decode("utf-8", "ignore"))]
    assert [set(re.findall(r"(\S+)=\"", link)) for link in links] == [{"ref", "location", "display"}] * len(links)
    places = {re.search(r"location=\"'(.*?)'!A1\"", link) for link in links}
    assert {place.group(1) for place in places if place} == {*book.sheetnames} - {label("sheet.cover", "zh")}
    assert set(HOSTILE) <= texts_of(book)


def test_text_that_no_cell_can_hold(tmp_path: Path) -> None:
    path = tmp_path / "long.xlsx"
    write_workbook(sample_plan(name=BROKEN[0], not_limited=(*BROKEN, "长" * 40_000)), path)
    shown = texts_of(values(path))
    assert {"tab bell  null ", "noncharacters   ", "surrogate  ", "长" * 32_766 + "…"} <= shown | {
        text.removesuffix(" · 算力采购审批摘要") for text in shown
    }
