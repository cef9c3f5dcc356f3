"""Words of the accuracy tables, by key: (Chinese, English)."""

_WORDS = {
    "title": ("吞吐模型与实测之比", "Throughput model against measurements"),
    "training_title": ("训练模型与实测之比", "Training model against measurements"),
    "metric": ("指标", "metric"),
    "task": ("任务", "task"),
    "cards": ("卡数", "cards"),
    "layout": ("并行布局", "layout"),
    "rows": ("行数", "rows"),
    "predicted": ("可预测", "pred."),
    "mdape": ("MdAPE", "MdAPE"),
    "p90": ("p90", "p90"),
    "bias": ("偏差", "bias"),
    "within_20": ("±20%", "±20%"),
    "within_30": ("±30%", "±30%"),
    "within_2x": ("×2", "×2"),
    "overall": ("全部", "all"),
    "family": ("算力卡族", "card family"),
    "model_class": ("模型类别", "model class"),
    "precision": ("精度", "precision"),
    "scenario": ("场景", "scenario"),
    "engine": ("引擎类别", "engine class"),
    "source": ("来源", "source"),
    "unpredicted": ("未预测的行, 按原因", "Rows without a prediction, by reason"),
    "bands": (
        "区间: 实测/预测, p10 / p50 / p90; 折外为各折在其余 (卡, 模型) 上重新拟合",
        "Bands: measured/predicted, p10 / p50 / p90; out of fold = refitted without the row's (card, model) pair",
    ),
    "shipped": ("随产品", "shipped"),
    "recomputed": ("折外重算", "out of fold"),
    "out_of_fold": ("折外", "out of fold"),
    "rule": (
        "误差 = |预测/实测 − 1|; 偏差 = 预测/实测的中位数 − 1; 每行权重 1/√(该来源的行数)。",
        "Error = |predicted/measured − 1|; bias = median of predicted/measured − 1; "
        "a row weighs 1/√(rows of its source).",
    ),
}


def word(key: str, language: str) -> str:
    """A word in one language."""
    return _WORDS[key][0 if language == "zh" else 1]
