"""Words of `procure size --train`: key → (Chinese, English)."""

from optimizer.report.size.words import WORDS

TRAINING_WORDS: dict[str, tuple[str, str]] = {
    "tight": ("放得下，但余量不足", "fits, but tightly"),
    "too_slow": ("放得下，但赶不上期限", "fits, but misses the deadline"),
    "how.pretrain": ("预训练", "pre-training"),
    "how.full": ("全参微调", "full fine-tuning"),
    "how.lora": ("LoRA 微调", "LoRA fine-tuning"),
    "how.qlora": ("QLoRA 微调", "QLoRA fine-tuning"),
    "title": (
        "{model} {how}，{cards} × {card}（{server}）：{verdict}",
        "{model}, {how}, on {cards} × {card} ({server}): {verdict}",
    ),
    "layout": (
        "布局：{layout}，{precision}；每次 {batch:g} 条 × {sequence:,} token，每步 {steps:.4g} 个微批，激活{recompute}",
        "Layout: {layout}, {precision}; {batch:g} × {sequence:,} tokens at a time, {steps:.4g} micro-steps a step, "
        "activations {recompute}",
    ),
    "nearest_layout": (
        "最接近的布局：{layout}，{precision}；每次 {batch:g} 条 × {sequence:,} token，激活{recompute}",
        "Nearest layout: {layout}, {precision}; {batch:g} × {sequence:,} tokens at a time, activations {recompute}",
    ),
    "recompute.none": ("不重算", "kept"),
    "recompute.all": ("全部重算", "recomputed"),
    "late": ("期限：要求 {limit:g} 天，需要 {days} 天", "deadline: {limit:g} days asked for, {days} needed"),
    # memory
    "memory": ("每设备显存（GB = 10^9 字节）", "Memory of one device (GB = 10^9 bytes)"),
    "context": ("上下文、缓冲、碎片", "context"),
    "weights": ("权重", "weights"),
    "frozen": ("冻结权重", "frozen weights"),
    "gradients": ("梯度", "gradients"),
    "optimizer": ("优化器", "optimizer"),
    "adapters": ("适配器及其状态", "adapters, states"),
    "gathered": ("ZeRO-3 汇集", "gathered"),
    "activations": ("激活", "activations"),
    "logits": ("logits", "logits"),
    "total": ("合计", "total"),
    "host": ("主机内存", "host memory"),
    "total_fits": ("{total} / {memory} GB，余 {left} GB", "{total} of {memory} GB, {left} GB left"),
    "total_tight": (
        "{total} / {memory} GB，余 {left} GB，少于合计的五分之一",
        "{total} of {memory} GB, {left} GB left, less than a fifth of the total",
    ),
    "total_short": ("{total} / {memory} GB，缺 {short} GB", "{total} of {memory} GB, {short} GB lacking"),
    "host_text": (
        "{sum} = {each} GB 每设备；每台 {server} GB，可用 {limit} GB",
        "{sum} = {each} GB a device; {server} GB a server, {limit} GB to use",
    ),
    # time
    "time": ("每 token 的设备时间（μs，各项单独计）", "Device time per token (μs, each term alone)"),
    "linear": ("矩阵乘", "linear work"),
    "attention": ("注意力", "attention"),
    "launch": ("算子启动", "launches"),
    "data": ("数据并行通信", "data parallel"),
    "tensor": ("张量并行通信", "tensor parallel"),
    "expert": ("专家交换", "experts"),
    "update": ("参数更新", "optimizer"),
    "offload": ("卸载", "offload"),
    "step": ("合计", "together"),
    "step_text": (
        "(√(({linear} + {attention})² + {launch}² + {data}²) + {rest}) × 流水气泡 {bubble:.4g} "
        "× 规模损失 {doublings:.4g} = {total}",
        "(√(({linear} + {attention})² + {launch}² + {data}²) + {rest}) × bubble {bubble:.4g} × scale {doublings:.4g} "
        "= {total}",
    ),
    "arithmetic": (
        "算力：峰值 {peak} FLOP/s × 达到 {eta:.3g}（{family}）× 其他 {other:.3g}（宽度、FP8、专家、适配器）",
        "Arithmetic: peak {peak} FLOP/s × {eta:.3g} reached ({family}) × {other:.3g} (width, FP8, experts, adapters)",
    ),
    "links": (
        "单向带宽，按模型取值：机内 {inside} GB/s（{link}），机间 {outside} GB/s，梯度或权重走 {data} GB/s",
        "One direction, as modelled: {inside} GB/s inside ({link}), {outside} GB/s between servers, gradients or "
        "weights at {data} GB/s",
    ),
    "links_inside": (
        "单向带宽，按模型取值：机内 {inside} GB/s（{link}）",
        "One direction, as modelled: {inside} GB/s inside the server ({link})",
    ),
    # speed and run
    "own_mfu": (
        "速度按所给 MFU：{devices} × {mfu:g} × {peak} FLOP/s / {flops} FLOP = {rate} token/s",
        "Speed by the MFU given: {devices} × {mfu:g} × {peak} FLOP/s / {flops} FLOP = {rate} token/s",
    ),
    "speed": (
        "速度（点预测）：{devices} / {seconds} μs = {rate} token/s，每卡 {card}；"
        "MFU {mfu:.1%} = {each} × {flops} FLOP / {peak} FLOP/s",
        "Speed (point): {devices} / {seconds} μs = {rate} token/s, {card} a card; "
        "MFU {mfu:.1%} = {each} × {flops} FLOP / {peak} FLOP/s",
    ),
    "goodput": (
        "有效时间 {goodput:.1%}：停顿 {pause:.0%}；每 {interval:.3g} h 存一次检查点（{checkpoint} GB，"
        "写 {write:.3g} s），平均 {mtbf:,.0f} h 中断一次",
        "Goodput {goodput:.1%}: pauses {pause:.0%}; a checkpoint ({checkpoint} GB, {write:.3g} s) every "
        "{interval:.3g} h, an interruption every {mtbf:,.0f} h",
    ),
    "days": (
        "天数（{quantile}）= {tokens} / ({rate} × {goodput:.3g} × {factor:g} × 86,400) = {days}；期限 {limit}",
        "Days ({quantile}) = {tokens} / ({rate} × {goodput:.3g} × {factor:g} × 86,400) = {days}; deadline {limit}",
    ),
    "no_limit": ("不限", "none"),
    "head.quantile": ("一次训练", "one run"),
    "head.days": ("天", "days"),
    "head.card_hours": ("卡时", "card-hours"),
    "head.energy": ("电量 kWh", "energy kWh"),
    "head.electricity": ("电费 元", "power CNY"),
    "head.own": ("自有 元", "owned CNY"),
    "head.rent": ("租用 元", "rented CNY"),
    "quantile.p10": ("偏慢 p10", "slow p10"),
    "quantile.p50": ("中位 p50", "median p50"),
    "quantile.p90": ("偏快 p90", "fast p90"),
    "energy_basis": (
        "电量：整机典型功耗 {server_w:,} W / {server_cards} 卡 × PUE {pue} = {kw:.4g} kW/卡；电价 {price} 元/kWh",
        "Energy: server {server_w:,} W typical / {server_cards} cards × PUE {pue} = {kw:.4g} kW a card; "
        "{price} CNY/kWh",
    ),
    "own_basis": (
        "自有：{total:.3f} 元/卡时 = 购机 {servers:.3f} + 安装、维保、人员等 {other:.3f} + 电 {energy:.3f} − 残值 "
        "{resale:.3f}；整机 {price:,.0f} 元（{basis}，{date}，可信度{confidence}），按 {years} 年全时使用摊销，"
        "不折现、不含税，不含网络、存储、机柜与生态适配",
        "Owned: {total:.3f} CNY a card-hour = purchase {servers:.3f} + installation, upkeep, staff {other:.3f} + "
        "energy {energy:.3f} − resale {resale:.3f}; server {price:,.0f} CNY ({basis}, {date}, {confidence} "
        "confidence), {years} years around the clock, undiscounted, ex VAT, without network, storage, racks, "
        "adaptation",
    ),
    "rent_basis": (
        "租用：{price:.3f} 元/卡时（{server}，{date}，可信度{confidence}），含电，目录中卡数相当的最低报价",
        "Rented: {price:.3f} CNY a card-hour ({server}, {date}, {confidence} confidence), with energy, "
        "the cheapest of the catalog with as many cards",
    ),
    "no_own": ("自有：无采购价", "Owned: no purchase price"),
    "no_power": ("仅供租用：功耗未知", "Only for rent: its power is not known"),
    "no_rent": ("租用：目录中无卡数相当的报价", "Rented: the catalog has no offer with as many cards"),
    # runners-up and changes
    "head.layout": ("布局", "layout"),
    "head.batch": ("批量", "batch"),
    "head.recompute": ("激活", "activations"),
    "head.memory": ("显存 GB", "memory GB"),
    "head.rate": ("token/s", "token/s"),
    "change.cards": ("算力卡", "cards"),
    "change.offload": ("优化器状态或冻结权重放主机内存", "states in host memory"),
    "change.method": ("训练方式", "method"),
    "change.precision": ("计算精度", "precision"),
    "change.server": ("机型", "server"),
    "change_to": ("{kind}：{before} → {after}", "{kind}: {before} → {after}"),
    "change_result": (
        "{text}（{cards} × {card}，{server}；{layout}；每设备 {memory} / {capacity} GB；{days} 天）",
        "{text} ({cards} × {card}, {server}; {layout}; {memory} of {capacity} GB a device; {days} days)",
    ),
    # notes
    "note.unit": (
        "未给 --tokens：按 10^9 token 计，时间、电量、费用与 token 数成正比",
        "no --tokens given: of 10^9 tokens; time, energy and cost are proportional to them",
    ),
    "note.servers": (
        "{days:g} 天内完成且显存留有余量，需整机 {servers} 台（{cards} 卡）",
        "within {days:g} days, with room in memory, it takes {servers} whole servers ({cards} cards)",
    ),
    "note.no_servers": (
        "该机型多少台都不能在 {days:g} 天内完成且显存留有余量",
        "no number of these servers does it within {days:g} days with room in memory",
    ),
    "note.fabric": (
        "跨多台服务器需要网络：目录中该机型无网卡速率，请用 --fabric 给出",
        "several servers need a network: the catalog knows no NIC of this server, state its rate with --fabric",
    ),
    "basis": (
        "假设：序列 {sequence:,} token，{precision}，全局批量{batch}。未看采购主体、供货与场地。",
        "Assumed: sequences of {sequence:,} tokens, {precision}, global batch {batch}. Not looked at: buyer, "
        "availability, site.",
    ),
    "batch.open": ("不限", "not limited"),
    "batch.given": (" {tokens:,} token", "of {tokens:,} tokens"),
}


def word(key: str, language: str) -> str:
    """The word in one language, `zh` or `en`; what training does not call otherwise, as for inference.

    Raises KeyError for a key that both tables lack.
    """
    return (TRAINING_WORDS.get(key) or WORDS[key])[0 if language == "zh" else 1]
