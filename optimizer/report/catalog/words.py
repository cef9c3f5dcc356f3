"""Words of the catalog commands: key or field name → (Chinese, English)."""

WORDS: dict[str, tuple[str, str]] = {
    # kinds
    "cards": ("算力卡", "Cards"),
    "servers": ("服务器", "Servers"),
    "models": ("模型", "Models"),
    "ecosystems": ("软件生态", "Ecosystems"),
    "parameters": ("成本参数", "Parameters"),
    "prices": ("价格", "Prices"),
    # heads of lists
    "head.memory": ("GB", "GB"),
    "head.bandwidth": ("GB/s", "GB/s"),
    "head.half": ("TFLOPS 16 位", "TFLOPS 16"),
    "head.watts": ("W", "W"),
    "head.max_watts": ("功率 W", "max W"),
    "head.units": ("U", "U"),
    "head.total": ("参数 10^9", "10^9"),
    "head.active": ("激活", "active"),
    "head.experts": ("专家", "experts"),
    "head.context": ("上下文", "context"),
    "head.precision": ("精度", "weights"),
    "head.cooling_or_rent": ("散热或时租", "cooling or rent/h"),
    "head.cards": ("卡数", "cards"),
    "head.currency": ("币种", "cur."),
    "head.confidence": ("置信度", "conf."),
    "head.months": ("适配 人月", "months"),
    "field": ("字段", "field"),
    "value": ("数值", "value"),
    "unit": ("单位", "unit"),
    "differs": ("异", "≠"),
    # sentences
    "listed": ("{count} 条，其中 {gaps} 条不可规划", "{count} listed, {gaps} of them not plannable"),
    "gaps": ("× 不可规划", "× not plannable"),
    "tiers": (
        "≈ 通用档位，不是产品；请求点名时才参与规划",
        "≈ generic tier, not a product: planned with only where a request names it",
    ),
    "closest_cards": ("最接近的实卡，最佳在前", "closest real cards, best first"),
    "reason": ("原因", "reason"),
    "provenance": (
        "来源：{source}；日期：{date}；置信度：{confidence}",
        "Source: {source}; {date}; confidence {confidence}",
    ),
    "quotes": ("报价", "Quotes"),
    "may_buy": ("可购", "may buy,"),
    "may_not_buy": ("不可购", "may not buy,"),
    "servers_of": ("装有此卡的服务器", "Servers with this card"),
    "card_of": ("所装算力卡", "Card"),
    "no_quotes": ("无报价", "No quotes"),
    # fields
    "item_id": ("编号", "id"),
    "id": ("编号", "id"),
    "vendor": ("厂商", "vendor"),
    "availability": ("国内可得", "in China"),
    "card": ("算力卡", "card"),
    "form": ("形态", "form"),
    "cooling": ("散热", "cooling"),
    "attention": ("注意力", "type"),
    "engines": ("引擎", "engines"),
    "weight_precisions": ("权重精度", "weight precisions"),
    "currency": ("币种", "currency"),
    "low": ("低", "low"),
    "typical": ("典型", "typical"),
    "high": ("高", "high"),
    "date": ("日期", "date"),
    "vat": ("增值税", "VAT"),
    "confidence": ("置信度", "confidence"),
}


def word(key: str, language: str) -> str:
    """The word in one language, `zh` or `en`. Raises KeyError for a key that the table lacks."""
    return WORDS[key][0 if language == "zh" else 1]
