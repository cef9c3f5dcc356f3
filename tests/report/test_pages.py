"""Where printed pages end, by hand: rows of 10 points, pages of 100."""

from optimizer.report.pages import Blocks, column_pt, page_breaks, page_height_pt, row_heights

PAGE = 100.0


def rows(count: int) -> list[float]:
    return [10.0] * count


def test_pages_of_ten_rows_and_room_for_repeated_headings() -> None:
    assert page_breaks(rows(10), Blocks(), PAGE) == []
    assert page_breaks(rows(25), Blocks(), PAGE) == [10, 20]
    # rows 2 and 3 stand again on top of each later page: 8 new rows on each
    assert page_breaks(rows(27), Blocks(), PAGE, repeated=(2, 3)) == [10, 18, 26]


def test_a_heading_does_not_stand_alone_and_a_short_table_is_not_cut() -> None:
    # table of 5 rows from row 8 on would take rows 8 … 12: it moves to the next page as a whole
    assert page_breaks(rows(13), Blocks(starts=[0, 8]), PAGE) == [8]
    # from row 5 on it fits
    assert page_breaks(rows(10), Blocks(starts=[0, 5]), PAGE) == []


def test_a_long_table_starts_with_eight_rows_and_is_cut_where_a_page_ends() -> None:
    # 12 rows: row 2 … 13; eight of them, 2 … 9, end the first page
    assert page_breaks(rows(14), Blocks(starts=[2]), PAGE) == [10]
    # from row 3 on only seven are left
    assert page_breaks(rows(15), Blocks(starts=[3]), PAGE) == [3, 13]


def test_a_chart_is_not_cut_and_hidden_rows_take_no_room() -> None:
    # the table at 0 ends where the chart begins: rows 4 … 11
    assert page_breaks(rows(14), Blocks(starts=[0], charts=[(4, 11)]), PAGE) == [4]
    assert page_breaks(row_heights(11, 10.0, {3: 20.0}, hidden=(0, 1, 2)), Blocks(), PAGE) == []
    assert row_heights(3, 10.0, {1: 20.0}, hidden=(2,)) == [10.0, 20.0, 0.0, 10.0]


def test_a_page_shows_more_rows_of_a_wider_sheet() -> None:
    # 64 pixels × 0.75; 841.9 − 57.6 = 784.3 wide, 595.3 − 79.2 = 516.1 high, 95 % planned
    assert column_pt(8.43) == 48.0
    assert page_height_pt([100.0]) == 0.95 * (595.3 - 72 * 1.1)  # never enlarged
    assert round(page_height_pt([1568.6]), 6) == round(0.95 * (595.3 - 72 * 1.1) / 0.5, 6)
