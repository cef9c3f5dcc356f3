"""Writes the page: summary.md, summary.html and the pictures, each whole or not at all."""

from functools import partial
from pathlib import Path

from optimizer.plan.plan import Plan
from optimizer.report.files import write_atomically

PAGE, WEB_PAGE = "summary.md", "summary.html"
PICTURES = ("cost.png", "limits.png", "racks.png")
NAMES = (PAGE, WEB_PAGE, *PICTURES)
"""Every file that a summary may leave in its folder."""


def write_brief(plan: Plan, folder: Path) -> tuple[str, ...]:
    """Write the summary of a plan into a folder, which is made where it is missing; returns the names of its files.

    Everything is made before anything is written. A picture of an earlier plan that this one has not is removed.
    Raises OSError where the place cannot be written.
    """
    from optimizer.report.brief.charts import pictures_of
    from optimizer.report.brief.content import brief_of
    from optimizer.report.brief.html import html_page
    from optimizer.report.brief.markdown import markdown_page

    brief, pictures = brief_of(plan), pictures_of(plan)
    files = {
        PAGE: markdown_page(brief, [(f"{each.name}.png", each.title) for each in pictures]).encode(),
        WEB_PAGE: html_page(brief, [each.svg for each in pictures]).encode(),
        **{f"{each.name}.png": each.png for each in pictures},
    }
    for name, content in files.items():
        write_atomically(folder / name, partial(Path.write_bytes, data=content))
    for name in set(PICTURES) - files.keys():
        (folder / name).unlink(missing_ok=True)
    return tuple(files)
