"""The page's pictures: cost by year, use of the limits, power of the racks. Drawn twice alike: SVG and PNG.

The same plan, program and fonts give the same bytes: no time, no version and no random ids are stored.
matplotlib is loaded here and nowhere else.
"""

import io
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.figure import Figure

from optimizer.report.axis import Axis
from optimizer.report.brief.content import MOST_ROWS, amount, share_of
from optimizer.report.cell_text import clean
from optimizer.report.item_order import ITEM_ORDER
from optimizer.report.limit_names import limit_unit, limit_words
from optimizer.report.rack_words import rack_name
from optimizer.report.sheets.cost_chart import COLOURS
from optimizer.report.texts import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from optimizer.plan.plan import Plan

CHINESE_FONTS = (
    "Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC", "SimHei", "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei", "Noto Sans CJK JP",
)  # fmt: skip
SIZE_INCH = (4.8, 2.4)
DPI = 220
MOST_RACKS, MOST_NAME = 60, 28
SCALES = {"zh": 1e4, "en": 1e6}
UNITS = {
    ("zh", "CNY"): "万元", ("zh", "USD"): "万美元", ("en", "CNY"): "million CNY", ("en", "USD"): "million USD",
}  # fmt: skip


class Picture(NamedTuple):
    """One chart, in both forms."""

    name: str
    """Of its file, without an ending."""
    title: str
    png: bytes
    svg: str


def chinese_font() -> str | None:
    """The first known font with Chinese glyphs on this machine."""
    there = {font.name for font in font_manager.fontManager.ttflist}
    return next((name for name in CHINESE_FONTS if name in there), None)


def pictures_of(plan: "Plan") -> tuple[Picture, ...]:
    """Charts in the plan's language; without a Chinese font in English."""
    font = chinese_font()
    language = plan.language if font else "en"
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcParams["font.family"] = [font, "DejaVu Sans"] if font else ["DejaVu Sans"]
        mpl.rcParams["font.size"] = 8
        mpl.rcParams["svg.fonttype"] = "none"  # text stays text
        mpl.rcParams["svg.hashsalt"] = "procure"  # the same ids each time
        mpl.rcParams["text.parse_math"] = False  # dollar signs are no formula
        mpl.rcParams["axes.unicode_minus"] = False
        warnings.filterwarnings("ignore", "Glyph .* missing")  # emoji and rare scripts in names: a box is drawn
        return tuple(_picture(name, figure) for name, figure in _figures(plan, language))


def _figures(plan: "Plan", language: str) -> Iterator[tuple[str, Figure]]:
    yield "cost", _cost(plan, language)
    yield "limits", _limits(plan, language)
    if 0 < len(plan.racks) <= MOST_RACKS:
        yield "racks", _racks(plan, language)


def _picture(name: str, figure: Figure) -> Picture:
    png, svg = io.BytesIO(), io.BytesIO()
    figure.savefig(png, format="png", dpi=DPI, metadata={"Software": None})
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
    text = svg.getvalue().decode("utf-8")
    return Picture(name, figure.axes[0].get_title(), png.getvalue(), text[text.index("<svg") :].strip())


def _canvas(title: str) -> tuple[Figure, "Axes"]:
    figure = Figure(figsize=SIZE_INCH, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, fontsize=9, fontweight="bold")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _cost(plan: "Plan", language: str) -> Figure:
    """Nominal amounts, stacked: costs upwards, resale downwards."""
    scale, unit = SCALES[language], UNITS[language, plan.objective.currency]
    years, axis = plan.cost_rules.horizon_years, Axis(plan.cost_rules.horizon_years)
    places = {year: year for year in range(years + 1)}
    names = [
        label("axis.purchase", language),
        *(label("axis.year", language).format(year=year) for year in range(1, years + 1)),
        label("axis.end", language),
    ]
    figure, axes = _canvas(f"{label('chart.cost', language)} ({unit})")
    up, down = [0.0] * (axis.end - axis.purchase + 1), [0.0] * (axis.end - axis.purchase + 1)
    for item in ITEM_ORDER:
        sums = [0.0] * len(up)
        for line in plan.cost_lines:
            if line.item == item:
                sums[-1 if item == "resale" else places[line.year]] += float(line.amount) / scale
        if any(sums):
            base = [high if value >= 0 else low for value, high, low in zip(sums, up, down, strict=True)]
            axes.bar(names, sums, bottom=base, color=COLOURS[item], label=label(f"item.{item}", language), width=0.6)
            up = [high + max(value, 0) for high, value in zip(up, sums, strict=True)]
            down = [low + min(value, 0) for low, value in zip(down, sums, strict=True)]
    axes.set_ylim(min(0.0, *down) * 1.08, max(0.0, *up) * 1.08 or 1)
    axes.axhline(0, color="#444", linewidth=0.6)
    axes.grid(axis="y", color="#ddd", linewidth=0.5)
    axes.set_axisbelow(True)
    figure.legend(loc="outside right upper", fontsize=7, frameon=False)
    return figure


def _limits(plan: "Plan", language: str) -> Figure:
    """Use of each limit as a share of it, figures beside."""
    figure, axes = _canvas(label("chart.use", language))
    used = plan.limits[:MOST_ROWS]
    for place, use in enumerate(used):
        share = share_of(use)
        axes.barh(place, min(share, 1.2), color="#C55A11" if use.binding else "#2E75B6", height=0.55)
        unit = limit_unit(use, language).here
        axes.text(min(share, 1.2) + 0.02, place, f"{share:.0%}  {amount(use, use.used)} / "
                  f"{amount(use, use.available)} {unit}", va="center", fontsize=7)  # fmt: skip
    axes.set_yticks(range(len(used)), [_short(limit_words(use, language).here) for use in used])
    axes.invert_yaxis()
    axes.set_xlim(0, 1.9)
    axes.set_xticks([0, 0.5, 1], ["0 %", "50 %", "100 %"])
    axes.axvline(1, color="#C00000", linewidth=0.9)
    if not used:
        axes.text(0.5, 0.5, label("word.not_limited", language), ha="center", transform=axes.transAxes)
    return figure


def _racks(plan: "Plan", language: str) -> Figure:
    """Nameplate power in each rack against its limit."""
    power = {pool.server: pool.max_power_w / 1000 for pool in plan.pools if not pool.rented}
    figure, axes = _canvas(label("chart.racks", language))
    places = range(len(plan.racks))
    axes.bar(places, [len(rack.servers) * power[rack.server] for rack in plan.racks], color="#2E75B6", width=0.6,
             label=label("chart.rack_power", language))  # fmt: skip
    limits = [(place, rack.power_w / 1000) for place, rack in enumerate(plan.racks) if rack.power_w is not None]
    if limits:
        at, most = zip(*limits, strict=True)
        axes.hlines(most, [x - 0.4 for x in at], [x + 0.4 for x in at], color="#C00000", linewidth=1.4,
                    label=label("chart.rack_limit", language))  # fmt: skip
    slant = 0 if len(plan.racks) <= 8 else 90
    axes.set_xticks(places, [_short(rack_name(rack)) for rack in plan.racks], rotation=slant, fontsize=7)
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color="#ddd", linewidth=0.5)
    axes.set_axisbelow(True)
    figure.legend(loc="outside lower center", ncols=2, fontsize=7, frameon=False)
    return figure


def _short(text: str) -> str:
    line = " ".join(clean(text).split())
    return line if len(line) <= MOST_NAME else line[: MOST_NAME - 1] + "…"
