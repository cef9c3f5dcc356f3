"""Limits and words of rejections, in Chinese and English."""

from typing import get_args

from optimizer.report.rejection_words import LIMITS, limit_name, rejection_words
from optimizer.sizing.option import Limit


def test_every_limit_has_a_name_and_keeps_its_own_in_english() -> None:
    assert set(LIMITS) == set(get_args(Limit))
    assert limit_name("availability", "zh") == ("供货", "availability")
    assert limit_name("availability", "en") == ("availability", "供货")


def test_words_of_ours_are_translated_part_by_part_and_names_are_kept() -> None:
    assert rejection_words("buyer: private", "zh").here == "采购主体：民企"
    assert rejection_words("rack / rack_scale", "zh") == ("机架式 / 整柜", "rack / rack_scale")
    assert rejection_words("cuda, cann", "zh").here == "cuda, cann"
    assert rejection_words("licensed: private buyers only", "en").here == "licensed: private buyers only"
