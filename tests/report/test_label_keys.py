"""Labels: no key is defined twice, for the later one would silently win."""

from collections import Counter

from optimizer.report.caution_labels import CAUTION_LABELS
from optimizer.report.compare_labels import COMPARE_LABELS
from optimizer.report.cover_labels import COVER_LABELS
from optimizer.report.curve_labels import CURVE_LABELS
from optimizer.report.finance_labels import FINANCE_LABELS
from optimizer.report.input_labels import INPUT_LABELS
from optimizer.report.labels import LABELS
from optimizer.report.sheet_labels import SHEET_LABELS
from optimizer.report.storage_labels import STORAGE_LABELS
from optimizer.report.why_labels import WHY_LABELS

TABLES = (
    SHEET_LABELS, INPUT_LABELS, COMPARE_LABELS, WHY_LABELS, CAUTION_LABELS, CURVE_LABELS, FINANCE_LABELS, COVER_LABELS,
    STORAGE_LABELS,
)  # fmt: skip


def test_no_key_is_in_two_tables() -> None:
    keys = Counter(key for table in TABLES for key in table)
    assert [key for key, count in keys.items() if count > 1] == []
    for table in TABLES:  # nor in the last one, which holds the common words
        assert {key: table[key] for key in table} == {key: LABELS[key] for key in table}
