"""The time axis that the input and the cost sheet share: the same column means the same year on both."""

from dataclasses import dataclass

from optimizer.report.sheet import Sheet
from optimizer.report.texts import Words, both

FIRST_TIME_COLUMN = 8


@dataclass(frozen=True)
class Axis:
    """Columns: at purchase, years 1 … horizon, end of the horizon."""

    horizon_years: int

    @property
    def purchase(self) -> int:
        return FIRST_TIME_COLUMN

    @property
    def years(self) -> range:
        return range(FIRST_TIME_COLUMN + 1, self.end)

    @property
    def end(self) -> int:
        return FIRST_TIME_COLUMN + 1 + self.horizon_years

    @property
    def columns(self) -> range:
        return range(FIRST_TIME_COLUMN, self.end + 1)

    def column_of(self, year: int, *, at_end: bool) -> int:
        """Column of a dated amount: year 0 is the purchase."""
        return self.end if at_end else FIRST_TIME_COLUMN + year

    def head(self, sheet: Sheet, row: int) -> None:
        """Column headings in both languages."""
        sheet.heading(row, self.purchase, both("axis.purchase", sheet.language))
        self.head_years(sheet, row)
        sheet.heading(row, self.end, both("axis.end", sheet.language))

    def head_years(self, sheet: Sheet, row: int) -> None:
        """Headings of the years alone."""
        for year, column in enumerate(self.years, start=1):
            here, there = both("axis.year", sheet.language)
            sheet.heading(row, column, Words(here.format(year=year), there.format(year=year)))
