"""Storage for training: what each workload keeps and how fast it writes, what has to be ordered, what is bought."""

from collections.abc import Iterator

from optimizer.plan.storage import Storage, StorageUse
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Number, Value, columns, write_table
from optimizer.report.storage_words import GB, SECONDS_PER_MINUTE, TB
from optimizer.report.texts import Words, both, same

HEAD = (
    "head.workload", "head.checkpoint_gb", "head.checkpoints_kept", "head.data_gb", "head.at_once", "head.stored_tb",
    "head.write_gb_per_s", "head.gang_cards", "head.checkpoint_minutes",
)  # fmt: skip
ORDER = ("head.label", "head.value", "head.unit")
HEAD_ROW = 4
OTHER = (1, 4)
"""After the first column of both tables, and after the unit of the second."""
LABEL_WIDTH = 44


def fill_storage(report: Report, sheet: Sheet) -> None:
    """Fill the sheet, of a plan that has storage; the amounts bought and their price are inputs on sheet Inputs."""
    storage = report.plan.storage
    if storage is None:
        return
    sheet.other_language(*OTHER)
    sheet.title("sheet.storage", "storage.note")
    sheet.width(0, LABEL_WIDTH)
    last = columns(sheet, len(HEAD))[-1]
    sheet.section(HEAD_ROW - 1, 0, last, "storage.uses")
    row = write_table(sheet, HEAD_ROW, HEAD, (_use(each) for each in storage.uses))
    sheet.section(row + 1, 0, last, "storage.order")
    write_table(sheet, row + 2, ORDER, _order(report, sheet, storage))
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 1)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _use(use: StorageUse) -> tuple[Value, ...]:
    return (
        use.workload, Number(use.checkpoint_bytes / GB, "decimal"), use.checkpoints_kept,
        Number(use.data_bytes / GB, "decimal"), use.at_once, Number(use.stored_bytes / TB, "decimal"),
        Number(use.write_bytes_per_s / GB, "decimal"), use.cards,
        Number(use.checkpoint_interval_s / SECONDS_PER_MINUTE, "tenths"),
    )  # fmt: skip


def _order(report: Report, sheet: Sheet, storage: Storage) -> Iterator[tuple[Value, ...]]:
    def words(key: str) -> Words:
        return both(f"storage.{key}", sheet.language)

    terabytes = both("unit.tb", sheet.language)
    here, there = words("write_rate")
    seconds = f"{storage.write_seconds:g}"
    rate = Words(here.format(seconds=seconds), there.format(seconds=seconds))
    yield words("stored"), Number(sum(use.stored_bytes for use in storage.uses) / TB, "decimal"), terabytes
    yield words("usable_share"), Number(float(storage.usable_share), "percent"), same("–")
    yield words("needed"), Number(storage.needed_tb, "integer"), terabytes
    if storage.stated_tb is not None:
        yield words("stated"), Number(storage.stated_tb, "integer"), terabytes
    yield words("ordered"), Number(storage.ordered_tb, "integer"), terabytes
    if storage.not_bought is not None:
        yield words(f"not_bought.{storage.not_bought}"), None, same("–")
    yield words("price"), Number(float(storage.price_per_tb), "money"), terabytes.after(f"{report.currency}/")
    yield rate, Number(storage.write_bytes_per_s / GB, "decimal"), same("GB/s")
