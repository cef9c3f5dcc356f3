"""500 hostile texts in every free field of a plan: none active and none lost in workbook, page and sheet names."""

import re
import zipfile
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from optimizer.plan.plan import Plan
from optimizer.report.brief.content import brief_of
from optimizer.report.brief.html import html_page
from optimizer.report.brief.markdown import markdown_page
from optimizer.report.cell_text import MAX_TEXT, plain
from optimizer.report.compare_workbook import MAX_SHEET_NAME, NOT_IN_A_SHEET_NAME, sheet_name
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.fuzz import COUNT, free_texts, hostile_texts, replaced, rich_plan
from tests.report.hostile import texts_of
from tests.report.office import convert
from tests.report.reading import row_of, values
from tests.report.sample_comparison import sample_comparison
from tests.report.test_brief import Page

NUMBER = re.compile(r"№(\d{3})\.")


class Hostile(NamedTuple):
    plan: Plan
    path: Path
    used: tuple[str, ...]
    """The texts in it, by the number of the field."""


@pytest.fixture(scope="module")
def tame(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[int]]:
    """The plan with harmless numbered texts, and the numbers that its workbook shows."""
    path = tmp_path_factory.mktemp("tame") / "plan.xlsx"
    order = free_texts(rich_plan())
    write_workbook(replaced(rich_plan(), lambda text: f"text №{order.index(text):03d}."), path)
    shown = {int(found) for text in texts_of(values(path)) for found in NUMBER.findall(text)}
    assert len(shown) > 60
    return path, shown


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> list[Hostile]:
    """As many plans as it takes to use up all texts."""
    folder, texts, made = tmp_path_factory.mktemp("hostile"), hostile_texts(), []
    order = free_texts(rich_plan())
    for start in range(0, COUNT, len(order)):
        mine = [texts[(start + place) % COUNT] for place in range(len(order))]
        plan = replaced(rich_plan(), lambda text, mine=mine: mine[order.index(text)])  # type: ignore[misc]
        path = folder / f"hostile-{start}.xlsx"
        write_workbook(plan, path)
        made.append(Hostile(plan, path, tuple(mine)))
    assert {text for each in made for text in each.used} == set(texts)
    return made


def units(text: str) -> int:
    """Characters as spreadsheets count them."""
    return len(plain(text).encode("utf-16-le")) // 2


def squeezed(text: str) -> str:
    return " ".join(plain(text).split())


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as parts:
        return {name: parts.read(name) for name in parts.namelist()}


def live(parts: dict[str, bytes]) -> tuple[int, int]:
    """Formulas of the sheets, references of the charts."""
    formulas = sum(text.count(b"<f>") for name, text in parts.items() if "/worksheets/" in name)
    return formulas, sum(text.count(b"<c:f>") for name, text in parts.items() if "/charts/" in name)


def test_no_text_is_active(tame: tuple[Path, set[int]], hostile: list[Hostile]) -> None:
    plain_parts = contents(tame[0])
    expected = live(plain_parts)
    assert min(expected) > 30
    for each in hostile:
        parts = contents(each.path)
        assert set(parts) == set(plain_parts)  # no comment, no external part; links are the index's, to our own sheets
        assert live(parts) == expected
        for name, text in parts.items():
            assert re.findall(rb"<hyperlink [^>]*>", text) == re.findall(rb"<hyperlink [^>]*>", plain_parts[name])
            if name.endswith((".xml", ".rels")):
                ElementTree.fromstring(text)
                assert b'TargetMode="External"' not in text


def test_the_same_bytes_again(hostile: list[Hostile], tmp_path: Path) -> None:
    write_workbook(hostile[0].plan, tmp_path / "again.xlsx")
    assert (tmp_path / "again.xlsx").read_bytes() == hostile[0].path.read_bytes()


def test_no_text_is_lost(tame: tuple[Path, set[int]], hostile: list[Hostile]) -> None:
    for each in hostile:
        shown = squeezed("\n".join(sorted(texts_of(values(each.path)))))
        cut = [place for place, text in enumerate(each.used) if units(text) > MAX_TEXT]
        for place in tame[1]:
            text = squeezed(each.used[place])
            assert (text[:1000] if place in cut else text) in shown, place
        if set(cut) & tame[1]:
            sheet = values(each.path)[label("sheet.version", "en")]
            assert row_of(sheet, label("version.cut", "en"), column=1)
            assert all(units(text) <= MAX_TEXT for text in texts_of(values(each.path)))


def test_the_page_is_no_markup_of_theirs(hostile: list[Hostile]) -> None:
    allowed = set(Page(html_page(brief_of(rich_plan()), [])).tags)
    for each in hostile:
        brief = brief_of(each.plan)
        page = Page(html_page(brief, []))
        assert set(page.tags) <= allowed
        assert page.active == []
        text = markdown_page(brief, [])
        assert not re.search(r"(?<!\\)(?:\\\\)*[`!]|<|(?<!\\)://", text.replace("&lt;", ""))
        tables = [line for line in text.splitlines() if line.startswith("|")]
        columns = {len(re.findall(r"(?<!\\)\|", line)) - 1 for line in tables}
        assert columns <= {2, 3, 4, 5, 7}  # no text makes a cell of its own


def test_sheet_names_are_legal_and_their_own() -> None:
    result = sample_comparison().results[1]
    names = [
        sheet_name(number, result.model_copy(update={"name": text}), "en")
        for number, text in enumerate((*hostile_texts(), "😀" * 40, "'" * 40, "History"), start=1)
    ]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert 0 < units(name) <= MAX_SHEET_NAME
        assert not NOT_IN_A_SHEET_NAME.search(name)
        assert plain(name) == name


@pytest.mark.office
def test_another_program_opens_them(hostile: list[Hostile], tmp_path: Path) -> None:
    (path,) = convert([hostile[-1].path], tmp_path, "xlsx")
    assert values(path).sheetnames == values(hostile[-1].path).sheetnames
