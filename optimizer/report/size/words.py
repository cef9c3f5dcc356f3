"""Words of `procure size`: key → (Chinese, English)."""

WORDS: dict[str, tuple[str, str]] = {
    # verdict
    "fits": ("放得下", "fits"),
    "does_not_fit": ("放不下", "does not fit"),
    "too_slow": ("放得下，但达不到时延要求", "fits, but misses the latency asked for"),
    "does_not_carry": ("放得下，但承载不了所求并发", "fits, but does not carry the requests in flight asked for"),
    "title": ("{model}，{cards} × {card}（{server}）：{verdict}", "{model} on {cards} × {card} ({server}): {verdict}"),
    "several": ("{servers} 台 {server}", "{servers} × {server}"),
    "layout": (
        "布局：{layout}，每副本 {devices} 设备，副本 {replicas} 个，引擎类 {engine}",
        "Layout: {layout}, {devices} devices a replica, replicas: {replicas}, engine class {engine}",
    ),
    "nearest_layout": ("最接近的布局：{layout}，{devices} 设备", "Nearest layout: {layout}, {devices} devices"),
    "binding": ("决定性限制：{text}", "Binding limit: {text}"),
    "rejected": ("{limit}：需要 {needed}，现有 {available}", "{limit}: needed {needed}, available {available}"),
    "bind.memory": (
        "显存：第 {next} 条序列需要 {needed}，每设备可用 {available}",
        "memory: sequence {next} would need {needed}, a device has {available} free",
    ),
    "bind.engine": ("引擎：最多 {available} 条序列", "engine: takes at most {available} sequences"),
    "bind.tpot": (
        "单字时延：再多一条序列为 {needed}，上限 {available}",
        "tpot: {needed} with one more sequence, limit {available}",
    ),
    "bind.ttft": (
        "首字时延：p95 {available}，上限 {needed}，排队压低请求率",
        "ttft: p95 {available}, limit {needed}; the wait holds the rate",
    ),
    "carried": ("所求并发 {asked}，计划可承载 {carried}", "{asked} in flight asked for, {carried} carried as planned"),
    # memory
    "memory": ("每设备显存（GB = 10^9 字节）", "Memory of one device (GB = 10^9 bytes)"),
    "weights": ("权重", "weights"),
    "reserve": ("预留", "reserve"),
    "reserve_text": ("驱动、激活、计算图", "driver, activations, graphs"),
    "free": ("可用", "free"),
    "least": ("至少须余 {least}", "at least {least} must be left"),
    "cache": ("KV 缓存", "KV cache"),
    "per_token": ("{text} = {bytes} 字节/token", "{text} = {bytes} B/token"),
    "split": ("，每设备 ÷ {split} = {bytes}", ", on a device ÷ {split} = {bytes}"),
    "copy": ("，每设备各存一份", ", a copy on every device"),
    "sequence": ("每序列", "sequence"),
    "longest": ("最长", "longest"),
    "batch": ("批量", "batch"),
    "batch_text": (
        "⌊{free} × {ranks} / {one}⌋ = {memory}；引擎上限 {engine}",
        "⌊{free} × {ranks} / {one}⌋ = {memory}; engine takes {engine}",
    ),
    "total": ("合计", "total"),
    "needed": ("需要", "needed"),
    "has": ("现有", "has"),
    # speed
    "throughput": (
        "吞吐，点预测 × {factor:g}（{quantile}）；p10/p50/p90 × {band}",
        "Throughput, point prediction × {factor:g} ({quantile}); p10/p50/p90 × {band}",
    ),
    "requests": ("请求/s", "requests/s"),
    "output": ("输出 token/s", "output token/s"),
    "both": ("输入＋输出", "in + out"),
    "replica": ("每副本", "replica"),
    "card": ("每卡", "card"),
    "all": ("全部 {cards} 卡", "all {cards} cards"),
    "rate_text": (
        "稳态 {steady:.4g} 请求/s，计划取其 {load:g} 倍或时延允许的更低值：{planned:.4g}（每副本，点预测）",
        "Steady state {steady:.4g} requests/s, planned {load:g} of it or what latency allows: {planned:.4g} "
        "(a replica, point prediction)",
    ),
    "flight_text": (
        "每副本并发 {batch}，至多 {most}；另有 {waiting} 条排队约 {wait:.3g} s",
        "{batch} in flight per replica, at most {most}; {waiting} more wait about {wait:.3g} s",
    ),
    "latency": ("时延", "Latency"),
    "ttft": (
        "TTFT 均值 {mean:,.0f} ms，p95 {p95:,.0f} ms，上限 {limit}",
        "TTFT mean {mean:,.0f} ms, p95 {p95:,.0f} ms, limit {limit}",
    ),
    "tpot": (
        "TPOT 均值 {mean:.4g} ms，p95 {p95:.4g} ms，上限 {limit}",
        "TPOT mean {mean:.4g} ms, p95 {p95:.4g} ms, limit {limit}",
    ),
    "no_limit": ("不限", "none"),
    "stream": (
        "单流：带宽上限 {ceiling:.4g} token/s（{bandwidth} / {read}），模型预测 {predicted:.4g}",
        "One stream: bandwidth ceiling {ceiling:.4g} token/s ({bandwidth} / {read}), predicted {predicted:.4g}",
    ),
    "step": (
        "一步 {step:.4g} ms，批量 {batch}：权重 {weights:.3g}，缓存 {cache:.3g}，计算 {compute:.3g}，启动 {floor:.3g}，"
        "互联 {link:.3g}，调度 {sequences:.3g}",
        "Step {step:.4g} ms at batch {batch}: weights {weights:.3g}, cache {cache:.3g}, compute {compute:.3g}, "
        "floor {floor:.3g}, link {link:.3g}, scheduling {sequences:.3g}",
    ),
    "step_rule": (
        "一步 ＝ ((权重＋缓存＋计算)^q ＋ 启动^q)^(1/q) ＋ 互联 ＋ 调度，q = {q:g}；各项单独计，互不遮盖。",
        "Step = ((weights + cache + compute)^q + floor^q)^(1/q) + link + scheduling, q = {q:g}; each part alone.",
    ),
    # runners-up and changes
    "runners_up": ("其他布局", "Other layouts"),
    "head.layout": ("布局", "layout"),
    "head.replicas": ("副本", "replicas"),
    "head.batch": ("批量", "batch"),
    "head.capacity": ("全部承载", "all carry"),
    "head.tpot": ("TPOT ms", "TPOT ms"),
    "changes": ("最接近的改法（均已重新测算）", "Nearest changes (each sized again)"),
    "no_change": ("单项改动都不行。", "No single change helps."),
    "change.cards": ("算力卡", "cards"),
    "change.precision": ("权重精度", "weights"),
    "change.kv": ("KV 精度", "KV cache"),
    "change.context": ("上下文", "context"),
    "change.concurrency": ("并发", "in flight"),
    "change.server": ("机型", "server"),
    "change": ("{kind}：{before} → {after}", "{kind}: {before} → {after}"),
    "change_price": ("，{price:,.0f} CNY 不含税（{confidence}）", ", {price:,.0f} CNY ex VAT ({confidence})"),
    # notes
    "note.heads": (
        "{devices} 设备不能整除 {heads} 个注意力头；可用并行度 {degrees}，下一个是 {next}",
        "{devices} devices do not divide {heads} attention heads; degrees that do: {degrees}; next: {next}",
    ),
    "note.idle": ("{cards} 张卡闲置", "{cards} cards stand idle"),
    "note.availability": ("供货：{card} {availability}", "availability: {card} is {availability}"),
    "basis": (
        "假设：输入 {input:g}、输出 {output:g} token，最长 {context:,} token，显存使用率 {use:g}。"
        "未看采购主体、供货、价格与场地。",
        "Assumed: {input:g} tokens in, {output:g} out, longest {context:,}, memory use {use:g}. Not looked at: buyer, "
        "availability, price, site.",
    ),
    # quick sums
    "quick.title": ("速算表：公开数字与本产品算出的数字", "Quick sums: published figures beside the computed ones"),
    "quick.quantity": ("项目", "quantity"),
    "quick.published": ("公开数字", "published"),
    "quick.computed": ("算得", "computed"),
    "quick.flag": ("判定", "flag"),
    "quick.disagree": ("不符：公开数字与算式不一致", "DISAGREE: source and sum differ"),
    "quick.counts": ("{total} 项：{counts}", "{total} sums: {counts}"),
}


def word(key: str, language: str) -> str:
    """The word in one language, `zh` or `en`. Raises KeyError for a key that the table lacks."""
    return WORDS[key][0 if language == "zh" else 1]
