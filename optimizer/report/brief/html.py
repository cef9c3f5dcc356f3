"""The page as one self-contained HTML file that prints on one sheet of A4; every text escaped, charts inline."""

from collections.abc import Sequence
from html import escape

from optimizer.report.brief.content import Brief, Table

STYLE = """
@page { size: A4 portrait; margin: 9mm }
* { box-sizing: border-box }
body { font: 9pt/1.28 "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Zen Hei", Arial, sans-serif;
       color: #222; max-width: 192mm; margin: 4mm auto }
h1 { font-size: 14pt; color: #1f3864; margin: 0; overflow-wrap: anywhere }
.subtitle { color: #666; font-size: 7.5pt; margin: 1mm 0 2mm }
h2 { font-size: 9.5pt; color: #1f3864; margin: 2.2mm 0 0.8mm; border-bottom: 1.2pt solid #1f3864 }
table { border-collapse: collapse; width: 100% }
th { background: #1f3864; color: #fff; font-weight: 600; font-size: 7.5pt; padding: 0.5mm 1.2mm; text-align: left }
td { border-bottom: 0.5pt solid #ccc; padding: 0.5mm 1.2mm; vertical-align: top; font-size: 7.8pt;
     overflow-wrap: anywhere }
.number { text-align: right; white-space: nowrap }
.two td { width: 50%; border: 0; padding: 0 2mm 0 0 }
.two td td { width: auto; border-bottom: 0.5pt solid #ccc; padding: 0.5mm 1.2mm }
.two > tbody > tr > td + td { padding: 0 0 0 2mm }
.key { table-layout: fixed } .key td { font-size: 8.6pt } .key td:first-child { width: 46% }
.key .number { white-space: normal } .key tr:nth-child(-n+2) td { font-weight: 700 }
svg { width: 100%; height: auto; max-height: 50mm; display: block }
.more, .remarks { color: #555; font-size: 7.5pt; margin: 0.8mm 0 0; padding-left: 4mm } .more { padding: 0 }
"""


def html_page(brief: Brief, charts: Sequence[str]) -> str:
    """`charts`: SVG elements, two of which stand side by side."""
    tongue = "zh-CN" if brief.language == "zh" else "en"
    parts = [
        f'<!DOCTYPE html>\n<html lang="{tongue}">\n<head>\n<meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(brief.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f'<h1>{escape(brief.title)}</h1>\n<p class="subtitle">{escape(brief.subtitle)}</p>',
        _table(brief.machines),
        _pair(_table(brief.figures, "key"), _table(brief.limits)),
        _pair(*charts[:2]) if len(charts) > 1 else "".join(charts),
        _table(brief.alternatives),
        _table(brief.risks),
        '<ul class="remarks">' + "".join(f"<li>{escape(remark)}</li>" for remark in brief.remarks) + "</ul>",
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _pair(left: str, right: str) -> str:
    return f'<table class="two"><tr><td>{left}</td><td>{right}</td></tr></table>'


def _table(table: Table, name: str = "") -> str:
    if not table.rows:
        return f'<h2>{escape(table.heading)}</h2>\n<p class="more">–</p>'
    heads = "".join(f"<th{_side(i, table)}>{escape(text)}</th>" for i, text in enumerate(table.columns))
    rows = "\n".join(
        "<tr>" + "".join(f"<td{_side(i, table)}>{escape(text)}</td>" for i, text in enumerate(row)) + "</tr>"
        for row in table.rows
    )
    more = f'\n<p class="more">{escape(table.more)}</p>' if table.more else ""
    head = "" if name == "key" else f"<thead><tr>{heads}</tr></thead>"
    return f'<h2>{escape(table.heading)}</h2>\n<table class="{name}">{head}<tbody>\n{rows}\n</tbody></table>{more}'


def _side(column: int, table: Table) -> str:
    return ' class="number"' if column in table.numbers else ""
