"""Words of `procure rank`: key → (Chinese, English)."""

WORDS: dict[str, tuple[str, str]] = {
    # heads
    "card": ("算力卡", "card"),
    "score": ("总分", "score"),
    "compute": ("算力", "comp."),
    "memory": ("显存", "memory"),
    "bandwidth": ("带宽", "bandw."),
    "interconnect": ("互联", "link"),
    "efficiency": ("能效", "effic."),
    "price": ("单卡 CNY", "CNY, card"),
    "per_price": ("每万元", "/10k"),
    "layout": ("布局", "layout"),
    "rate": ("token/s", "token/s"),
    "per_card": ("每卡", "/card"),
    "hour": ("CNY/h", "CNY/h"),
    "watts": ("W", "W"),
    "thousand": ("千token", "k token"),
    "tokens_per_cny": ("/CNY", "/CNY"),
    "tokens_per_kwh": ("/kWh", "/kWh"),
    "id": ("编号", "id"),
    "reason": ("原因", "reason"),
    "missed": ("限制: 需要 → 现有 (服务器)", "limit: needed → available (server)"),
    # parts of cells
    "card quote": ("单卡报价", "card"),
    "module / 8": ("模组/8", "module/8"),
    "USD card quote × FX": ("美元×汇率", "USD × FX"),
    "server / cards": ("整机/卡数", "server/n"),
    "low": ("低", "low"),
    "medium": ("中", "med."),
    "high": ("高", "high"),
    "unknown": ("?", "?"),
    "no_rate": ("无", "none"),
    "not_served": ("栈无", "stack"),
    "host": ("主机", "host"),
    "ecc.yes": ("ECC", "ECC"),
    "ecc.no": ("无ECC", "no ECC"),
    "ecc.unknown": ("ECC?", "ECC?"),
    "licensed": ("凭许可证", "licensed"),
    "restricted": ("受限", "restricted"),
    "discontinued": ("停产", "discontinued"),
    "availability unknown": ("可得性未知", "availability unknown"),
    # classes
    "consumer": ("消费级", "consumer"),
    "workstation": ("工作站", "workstation"),
    "datacenter": ("数据中心", "data centre"),
    "case.low": ("低价", "low"),
    "case.typical": ("典型价", "typical"),
    "case.high": ("高价", "high"),
    # sentences
    "title": (
        "{market_class}算力卡，{precision}，按{by}排序：{shown}/{ranked} 张",
        "{market_class} cards at {precision} by {by}: {shown} of {ranked}",
    ),
    "by.score": ("总分", "score"),
    "by.tokens_per_cny": ("每 CNY token 数", "tokens per CNY"),
    "by.tokens_per_kwh": ("每千瓦时 token 数", "tokens per kWh"),
    "below_memory": (
        "显存低于 {gb:g} GB 或未知，不参与排名：{count} 张",
        "Left out, memory below {gb:g} GB or unknown: {count}",
    ),
    "refused": ("不参与排名", "Not ranked"),
    "gaps": ("不可规划", "Not plannable"),
    "weights": (
        "分项＝本榜数值 / 本榜最高值 × 100；总分＝加权和，权重 {weights} %（算力/显存/带宽/互联/能效）。",
        "Part = value / highest of these cards × 100; score = weighted sum, weights {weights} % "
        "(compute / memory / bandwidth / link / efficiency).",
    ),
    "dimensions": (
        "算力：{precision} 稠密峰值；互联：卡间互联双向速率，没有或未知时用主机链路（“主机”）；能效：算力 / TDP，"
        "不能确定带 ECC 的减半（稳定性）。计 0 分：“无”＝芯片无此精度或无来源；“栈无”＝软件生态不支持；“?”＝未知。",
        "compute: dense {precision} peak; link: card to card, both directions, the host link where there is none or "
        "its rate is unknown (`host`); efficiency: compute / TDP, halved unless ECC is known (stability). "
        "Scored 0: `none` = the chip lacks the format or no source states it; `stack` = its software does not serve "
        "it; `?` = unknown.",
    ),
    "prices": (
        "单卡价：{case}，不含税，{book}；依次取单卡报价、8 卡模组报价/8、美元报价×汇率、整机价/卡数；"
        "每万元得分下为价格可信度。",
        "Price of one card: {case}, ex VAT, {book}; first of card quote, 8-card module / 8, USD quote × FX, "
        "server / cards; below score per 10k CNY the confidence of the price.",
    ),
    "traffic": (
        "假设：{model}，输入 {input:g}、输出 {output:g} token，TPOT p95 ≤ {tpot:g} ms，TTFT p95 {ttft}，"
        "权重 {weights}，负载上限 {load:g}，{buyer}，场地不限。",
        "Assumed: {model}, {input:g} tokens in and {output:g} out, TPOT p95 ≤ {tpot:g} ms, TTFT p95 {ttft}, weights "
        "{weights}, load limit {load:g}, {buyer}, any place.",
    ),
    "no_limit": ("不限", "not limited"),
    "default_weights": ("默认", "by default"),
    "tokens": (
        "token/CNY＝token/s × 3600 / 每卡时成本；每卡时成本＝整机价 / 卡数 / ({years} 年 × 8,760 h) ＋ "
        "典型功率 / 卡数 × PUE × {kwh:g} CNY/kWh（PUE 风冷 {air:g}、液冷 {liquid:g}）。token/kWh 按同一功率。"
        "token＝输入＋输出，按计划负载满负荷，机型取放得下该模型的每卡最便宜者；不折现，不计安装、许可、人力、维保、残值。",
        "token/CNY = token/s × 3600 / cost per card-hour; cost per card-hour = server price / cards / ({years} years × "
        "8,760 h) + typical power / cards × PUE × {kwh:g} CNY/kWh (PUE air {air:g}, liquid {liquid:g}). token/kWh at "
        "the same power. Tokens = input + output, at full planned load, on the server with the lowest price per card "
        "that the model fits. Undiscounted; no installation, licences, staff, maintenance or resale.",
    ),
    "bands": (
        "p50＝该卡实测足够，取中位；p10＝实测不足，取保守值（× 为所乘系数）：跨 p10、p50 比较时留意。",
        "p50: enough measured rows, the median; p10: too few, the cautious end (× = factor applied): mind the "
        "difference when a p10 card stands beside a p50 card.",
    ),
}


def word(key: str, language: str) -> str:
    """The word in one language, `zh` or `en`. Raises KeyError for a key that the table lacks."""
    return WORDS[key][0 if language == "zh" else 1]
