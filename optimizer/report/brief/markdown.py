"""The page as Markdown (GitHub tables), with links to the pictures beside it."""

from collections.abc import Iterator, Sequence

from optimizer.report.brief.content import Brief, Table
from optimizer.report.brief.escape import markdown
from optimizer.report.texts import label


def markdown_page(brief: Brief, pictures: Sequence[tuple[str, str]]) -> str:
    """`pictures`: file name and title of each."""
    lines = [f"# {markdown(brief.title)}", "", markdown(brief.subtitle), ""]
    for table in (brief.machines, brief.figures, brief.limits, brief.alternatives, brief.risks):
        lines += _table(table)
    lines += [f"- {markdown(remark)}" for remark in brief.remarks]
    lines += ["", f"## {label('brief.pictures', brief.language)}", ""]
    lines += [f"![{markdown(title)}]({name})" for name, title in pictures]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> Iterator[str]:
    yield f"## {markdown(table.heading)}"
    yield ""
    if table.rows:
        yield _row(table.columns)
        yield "|" + "|".join("---:" if i in table.numbers else "---" for i in range(len(table.columns))) + "|"
        yield from (_row(row) for row in table.rows)
    else:
        yield "–"
    if table.more:
        yield ""
        yield markdown(table.more)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(markdown(cell) for cell in cells) + " |"
