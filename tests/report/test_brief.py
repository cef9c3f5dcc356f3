"""One-page summary: the plan's own figures in both forms, text that stays text, the same bytes each time."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest

from optimizer.plan.plan import Plan
from optimizer.plan.risk.risks import top_risks
from optimizer.report.brief.content import MOST_ROWS, MOST_TEXT, brief_of
from optimizer.report.brief.escape import markdown
from optimizer.report.brief.html import html_page
from optimizer.report.brief.markdown import markdown_page
from optimizer.report.brief.write import NAMES, write_brief
from optimizer.report.risk_words import risk_name
from optimizer.report.texts import label
from tests.report.hostile import BROKEN, HOSTILE
from tests.report.sample_parts import LIMITS, sample_plan
from tests.report.sample_plan import bought
from tests.report.sample_racks import RACKS

LANGUAGES: tuple[Literal["zh", "en"], ...] = ("zh", "en")
PNG = b"\x89PNG\r\n\x1a\n"


class Page(HTMLParser):
    """Elements and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.active: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.active += [a for a in attrs if a[0] in ("href", "src") or a[0].startswith("on")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page(plan: Plan) -> Page:
    return Page(html_page(brief_of(plan), []))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_are_the_plans(language: Literal["zh", "en"]) -> None:
    plan = sample_plan(language=language)
    text = markdown_page(brief_of(plan), [("cost.png", "title")])
    shown = [*page(plan).words, ""]
    for expected in (
        f"{plan.totals.capex_incl_vat:,.0f} CNY", f"{plan.objective.tco_npv:,.0f} CNY", 
        f"{plan.cost_per_million_tokens[0].blended:,.2f} CNY",
        f"{plan.objective.gap:.2%} · {label('status.optimal', language)}", "50.00 / 60.00 kW",
        label("summary.recommendation", language), *(risk_name(r, language).here for r in top_risks(plan)),
    ):  # fmt: skip
        assert any(expected in words for words in shown), expected
        assert expected.replace("*", r"\*") in text, expected
    assert "| 国产八卡服务器 \\* |" in text  # quote needed
    assert "![title](cost.png)" in text


def test_alternatives_come_from_the_explanation_where_there_is_one() -> None:
    plan = sample_plan(language="en")
    assert plan.explanation is not None
    names = [row[0] for row in brief_of(plan).alternatives.rows]
    assert names[: len(plan.explanation.alternatives)] == [f"next best {a.rank}" for a in plan.explanation.alternatives]
    plain = brief_of(plan.model_copy(update={"explanation": None})).alternatives.rows
    assert [row[0] for row in plain] == [
        *(label(f"variant.{kind}", "en") for kind in ("p10", "p50", "sixteen_bit")), label("brief.rejected", "en")
    ]  # fmt: skip


def test_many_rows_are_counted_and_long_texts_cut_with_a_note() -> None:
    pools = tuple(bought(server=f"s{i}", server_name=f"server {i} " + "x" * 500, racks={}) for i in range(20))
    brief = brief_of(sample_plan(language="en", pools=pools))
    assert len(brief.machines.rows) == MOST_ROWS
    assert brief.machines.more == "14 more in the workbook"
    assert all(len(cell) <= MOST_TEXT + 2 for row in brief.machines.rows for cell in row)
    assert brief.machines.rows[0][1].endswith("…")
    assert label("brief.cut", "en") in brief.remarks
    assert label("brief.cut", "en") not in brief_of(sample_plan(language="en")).remarks


def test_foreign_text_is_no_markup() -> None:
    for text in (*HOSTILE, *BROKEN, "<img src=x onerror=alert(1)>", "[x](http://e.org)", "a|b", "![i](j)", "`c`",
                 "<!-- x", "&lt;", "1. x", "- x", "# x", "a\n\n# b", "www.example.org", "a@b.org"):  # fmt: skip
        plan = sample_plan(language="en", name=text, pools=(bought(server_name=text, card_name=text, racks={}),))
        seen = page(plan)
        assert set(seen.tags) <= {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "table", "thead",
                                  "tbody", "tr", "th", "td", "ul", "li"}  # fmt: skip
        assert seen.active == []
        kept = " ".join(brief_of(plan).machines.rows[0][1].split())
        assert not kept or kept in seen.words
        line = markdown(kept)
        unescaped = re.sub(r"\\(.)", r"\1", line)
        assert unescaped.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == kept
        assert not re.search(r"(?<!\\)[`*_\[\]|#<>!]", line)
        assert not re.search(r"(?<!\\)://|www(?<!\\)\.|^\s*[-+]\s|(?<!\\)@", line)


def test_files_are_whole_repeatable_and_without_a_clock(tmp_path: Path) -> None:
    plan = sample_plan(limits=LIMITS, racks=RACKS)
    first, second = tmp_path / "first", tmp_path / "deep" / "second"
    assert write_brief(plan, first) == write_brief(plan, second) == NAMES
    assert sorted(path.name for path in first.iterdir()) == sorted(NAMES)
    for name in NAMES:
        content = (first / name).read_bytes()
        assert content == (second / name).read_bytes()
        if name.endswith(".png"):
            assert content.startswith(PNG)
            assert b"tEXt" not in content  # no program, no date
            assert b"tIME" not in content
    html = (first / "summary.html").read_text("utf-8")
    assert html.count("<svg") == 2  # cost and limits; racks are a picture of their own
    assert not re.search(r"<(script|link|img|iframe)|url\((?!#)|@import", html)
    assert write_brief(plan.model_copy(update={"racks": ()}), first) == NAMES[:-1]
    assert not (first / "racks.png").exists()


def test_charts_survive_names_that_look_like_formulas(tmp_path: Path) -> None:
    names = ("$x^2$", "a\x00b", "😀 $", "עברית", "]]>", "&<>", "长" * 300)
    limits = tuple(LIMITS[-1].model_copy(update={"limit": f"racks {name}"}) for name in names[:6])
    racks = tuple(rack.model_copy(update={"group": name}) for rack, name in zip(RACKS, names, strict=False))
    write_brief(sample_plan(language="en", limits=limits, racks=racks), tmp_path)
    html = (tmp_path / "summary.html").read_text("utf-8")
    assert "$x^2$" in html
    assert "]]&gt;" in html
