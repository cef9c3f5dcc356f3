"""One module per sheet. Each fills its sheet from the plan and returns the cells that other sheets refer to."""

SHEET_KEYS = (
    "summary",
    "purchases",
    "price_basis",
    "placement",
    "capacity",
    "seats",
    "racks",
    "cost",
    "limits",
    "rejections",
    "limit_values",
    "alternatives",
    "inputs",
    "sources",
    "acceptance",
    "risks",
    "proof",
    "version",
)
"""Tab order; those of EXPLAINED only where the plan was explained."""
EXPLAINED = ("limit_values", "alternatives")
RACKED = ("racks",)
"""Only where the plan stands in racks."""
TAB_COLOURS = {"summary": "#1F3864", "inputs": "#FFD966", "sources": "#A6A6A6", "rejections": "#A6A6A6"}
"""By kind: page one dark, inputs yellow, reference grey; results keep the default below."""
RESULT_TAB_COLOUR = "#5B9BD5"
