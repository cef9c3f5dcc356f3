"""The plan under another rule in words: same plan only where types and counts are the same."""

import pytest

from optimizer.plan.plan import Variant
from optimizer.report.variant_words import variant_words
from tests.report.sample_parts import VARIANTS, sample_plan
from tests.report.sample_plan import bought, domestic, owned


def variant(*purchases: str, **changes: object) -> Variant:
    return VARIANTS[0].model_copy(update={"purchases": purchases, "same_servers": True, **changes})


def test_one_server_type() -> None:
    plan = sample_plan(pools=(bought(counts=(3, 3, 3)), owned()))
    tco = plan.objective.tco_npv
    same = variant("3 × Big 8-card server", tco_npv=tco)
    assert variant_words(plan, same, "en") == ("same plan", "方案相同")
    dearer = variant("3 × Big 8-card server", tco_npv=tco + 1)
    assert variant_words(plan, dearer, "en").here == "same servers, as many of each"
    fewer = variant("2 × Big 8-card server", tco_npv=tco)
    assert variant_words(plan, fewer, "en").here == "same server types, 2 instead of 3"
    assert variant_words(plan, fewer, "zh") == ("机型相同，2 台而非 3 台", "same server types, 2 instead of 3")


def test_of_several_types_those_that_differ_are_named() -> None:
    plan = sample_plan(pools=(bought(), domestic()))
    same = variant("2 × 国产八卡服务器", "4 × Big 8-card server", tco_npv=plan.objective.tco_npv)
    assert variant_words(plan, same, "en").here == "same plan"
    words = variant_words(plan, variant("2 × 国产八卡服务器", "5 × Big 8-card server"), "en")
    assert words.here == "same server types, 5 instead of 4 × Big 8-card server"
    other = variant("6 × 国产八卡服务器", same_servers=False)
    assert variant_words(plan, other, "en").here == "other server types"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_without_a_plan_there_is_nothing_to_compare(language: str) -> None:
    nothing = VARIANTS[0].model_copy(update={"tco_npv": None, "purchases": (), "same_servers": False})
    assert variant_words(sample_plan(), nothing, language) == ("–", "–")
