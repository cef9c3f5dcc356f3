"""Words of the one-page summary: key → (Chinese, English)."""

BRIEF_LABELS: dict[str, tuple[str, str]] = {
    "brief.tco": ("{years} 年总成本现值 TCO", "TCO over {years} years, present value"),
    "brief.proof": ("与成本下界的差距", "Gap to the proved bound"),
    "brief.limits": ("约束（● 再多一台即超）", "Limits (● one more breaks it)"),
    "brief.alternatives": ("备选与稳健性", "Alternatives and robustness"),
    "brief.next_best": ("次优方案 {rank}", "next best {rank}"),
    "brief.rejected": ("淘汰的组合", "Ruled out"),
    "brief.and": ("，", ", "),
    "brief.difference": ("与方案之差", "Over the plan"),
    "brief.risks": ("主要风险", "Main risks"),
    "brief.more": ("另有 {count} 项，见工作簿", "{count} more in the workbook"),
    "brief.cut": (
        "有文字过长，以“…”截断，全文见工作簿。",
        "Texts that end in … were cut; the workbook has them whole.",
    ),
    "brief.next": (
        "下一步：带 * 项先取得正式报价；下单前试用，按工作簿“验收”页测试；再据报价重新运行 procure plan。",
        "Next: firm quotes for lines marked *; try before buying, by sheet Acceptance of the workbook; then plan again "
        "with the quotes.",
    ),
    "brief.pictures": ("图表", "Charts"),
    "brief.font": (
        "未找到中文字体（如 fonts-noto-cjk）：图中标签改用英文",
        "no Chinese font found (such as fonts-noto-cjk): labels in the charts are English",
    ),
    "chart.use": ("约束使用率", "Use of limits"),
}
