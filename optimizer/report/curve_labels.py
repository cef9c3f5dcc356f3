"""Labels of load curves and of the factors that an asker states."""

CURVE_LABELS: dict[str, tuple[str, str]] = {
    "curve.title": ("并发曲线：一个副本，点预测", "Load curves: one replica, point prediction"),
    "curve.load_note": (
        "超出显存与引擎上限的请求排队，吞吐不再增加；不模拟抢占，实际引擎可能更低。",
        "What memory and engine do not hold waits and the rate stays; preemption is not modelled: an engine may fall.",
    ),
    "curve.planned": ("方案批量 B*", "planned B*"),
    "curve.full": ("已满，其余排队", "full, the rest wait"),
    "curve.within": ("范围内", "within"),
    "curve.output": ("输出 token/s", "output tok/s"),
    "head.curve_concurrency": ("并发请求", "Requests in flight"),
    "head.curve_mark": ("位置", "Point"),
    "head.curve_requests": ("请求/秒", "Requests/s"),
    "head.curve_output": ("输出 token/s", "Output tok/s"),
    "head.curve_total": ("输入＋输出 token/s", "In + out tok/s"),
    "summary.stated": ("所填系数，未经模型验证", "Stated, not modelled"),
    "stated.speculation": (
        "{workload}：投机解码，解码速度 × {factor}（{source}）；未计草稿模型的显存",
        "{workload}: speculation, decode × {factor} ({source}); the draft model's memory is not counted",
    ),
    "stated.disaggregation": (
        "{workload}：预填充与解码分离，请求速率 × {factor}（{source}）；时延按不分离计",
        "{workload}: prefill and decode apart, requests/s × {factor} ({source}); latencies as without",
    ),
    "stated.no_source": ("未写来源", "no source stated"),
}
