"""Cell styles of the workbook: named property sets, combined by name.

Colour code: blue on light yellow = input; black = formula; green = link to another sheet; grey fill = decided by the
solver; red = a check fails; grey text = second language.
"""

from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format

NAVY, BAND, GRID = "#1F3864", "#DCE6F1", "#BFBFBF"
INPUT_FILL, DECISION_FILL = "#FFF9DB", "#EDEDED"
FONTS = {"zh": "Microsoft YaHei", "en": "Arial"}
YES_NO = {"zh": '"是";;"否"', "en": '"yes";;"no"'}
"""1 and 0 in words."""
SYMBOLS = {"CNY": "¥", "USD": "$"}

PROPERTIES: dict[str, dict[str, Any]] = {
    "cell": {"border": 1, "border_color": GRID},
    "title": {"bold": True, "font_size": 18, "font_color": NAVY},
    "subtitle": {"font_size": 9, "font_color": "#595959"},
    "section": {"bold": True, "font_size": 11, "font_color": NAVY, "bottom": 2, "bottom_color": NAVY},
    "section2": {"font_size": 9, "font_color": "#7F7F7F", "bottom": 2, "bottom_color": NAVY},
    "head": {"bold": True, "font_color": "#FFFFFF", "bg_color": NAVY, "align": "center", "text_wrap": True},
    "head2": {"font_size": 8, "font_color": "#DCE6F1", "bg_color": NAVY, "align": "center", "text_wrap": True},
    "second": {"font_color": "#7F7F7F", "font_size": 9},
    "bold": {"bold": True},
    "total": {"bold": True, "bg_color": BAND, "top": 1},
    "input": {"font_color": "#0000FF", "bg_color": INPUT_FILL, "locked": False},
    "decision": {"bg_color": DECISION_FILL},
    "link": {"font_color": "#00702B"},
    "jump": {"font_color": "#0563C1", "underline": 1},
    "muted": {"font_color": "#7F7F7F"},
    "wrap": {"text_wrap": True},
    "center": {"align": "center"},
    "right": {"align": "right"},
    "indented": {"indent": 1},
    "big": {"bold": True, "font_size": 12},
    "good": {"font_color": "#00702B", "bold": True},
    "alert": {"font_color": "#FFFFFF", "bg_color": "#C00000", "bold": True},
    "warn": {"font_color": "#7F6000", "bg_color": "#FFE699", "bold": True},
    "integer": {"num_format": '#,##0;(#,##0);"-"'},
    "whole": {"num_format": "0"},
    "decimal": {"num_format": '#,##0.00;(#,##0.00);"-"'},
    "tariff": {"num_format": "#,##0.00##"},
    "general": {"num_format": "General"},
    "tenths": {"num_format": "#,##0.0"},
    "thousandths": {"num_format": "#,##0.000"},
    "factor": {"num_format": "0.000000"},
    "percent": {"num_format": "0.00%"},
    "share": {"num_format": "0%"},
    "top": {"valign": "top"},
    "small": {"font_size": 7},
    "spare": {"bg_color": "#FFE699"},
    "upper": {
        "top": 1,
        "left": 1,
        "right": 1,
        "top_color": "#7F7F7F",
        "left_color": "#7F7F7F",
        "right_color": "#7F7F7F",
    },
    "inside": {"left": 1, "right": 1, "left_color": "#7F7F7F", "right_color": "#7F7F7F"},
    "empty_unit": {
        "left": 1,
        "right": 1,
        "top": 4,
        "left_color": "#7F7F7F",
        "right_color": "#7F7F7F",
        "top_color": GRID,
    },
}


class Styles:
    """Formats of one workbook, each combination made once."""

    def __init__(self, workbook: Workbook, currency: str, language: str) -> None:
        symbol, other = SYMBOLS[currency], next(s for c, s in SYMBOLS.items() if c != currency)
        self._workbook = workbook
        self._made: dict[tuple[str, ...], Format] = {}
        self._base = {"font_name": FONTS[language], "font_size": 10, "valign": "vcenter"}
        self._properties = PROPERTIES | {
            "money": {"num_format": f'"{symbol}"#,##0.00;("{symbol}"#,##0.00);"-"'},
            "foreign_money": {"num_format": f'"{other}"#,##0.00;("{other}"#,##0.00);"-"'},
            "yes_no": {"num_format": YES_NO[language]},
            "money0": {"num_format": f'"{symbol}"#,##0;("{symbol}"#,##0);"-"'},
        }

    def __call__(self, *names: str) -> Format:
        """The format with all named properties, later names winning."""
        if names not in self._made:
            properties = dict(self._base)
            for name in names:
                properties |= self._properties[name]
            self._made[names] = self._workbook.add_format(properties)
        return self._made[names]
