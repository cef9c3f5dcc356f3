"""Words of explanations: key → (Chinese, English)."""

WHY_LABELS: dict[str, tuple[str, str]] = {
    "sheet.limit_values": ("约束价值", "Limit values"),
    "sheet.alternatives": ("备选方案", "Alternatives"),
    # what must give
    "relax.heading": ("改动其中一项即可行（其余不变）：", "Each of these changes alone makes it feasible:"),
    "relax.pair_heading": ("单改一项都不够；改动最小的一对：", "No single change suffices; the least pair:"),
    "relax.none": (
        "试过的单项与成对改动都不能使其可行。",
        "No single change and no pair that was tried makes it feasible.",
    ),
    "relax.line": ("{change}：总成本现值 {tco}，{purchases}", "{change}: TCO {tco}, {purchases}"),
    "relax.change": ("{name} {path} {before} → {after}", "{name} {path} {before} → {after}"),
    "relax.not_least": ("（也许更小的改动已够，时限内未证）", " (less may do; not proved in time)"),
    "relax.no_cost": ("时限内未求得", "not found in time"),
    "relax.and": ("，并且 ", ", and "),
    "relax.open": ("不限", "any"),
    # why not
    "why.in_plan": ("{server}：在方案中，{count} 台。", "{server}: in the plan, {count} servers."),
    "why.not_considered": (
        "{server}：未参与选型（通用档位或未点名的机型）。",
        "{server}: not considered (a generic tier, or a server that the request does not name).",
    ),
    "why.heading": ("为什么不选别的", "Why not the others"),
    "why.note": (
        "“多花”＝必须包含该机型的最便宜方案比本方案贵多少（现值，求解器复算）；“入选价”＝降到该单价时会被选中。",
        "More = what the cheapest plan that must contain the machine costs above this one (present value, solved "
        "again); entry price = the unit price at which it would be chosen.",
    ),
    "why.status": ("结论", "Verdict"),
    "why.status.dearer": ("更贵", "dearer"),
    "why.status.impossible": ("无法纳入", "impossible"),
    "why.status.undecided": ("未定", "undecided"),
    "why.status.rejected": ("淘汰", "ruled out"),
    "why.regret": ("多花", "More"),
    "why.price": ("现价", "Price now"),
    "why.entry": ("入选价", "Entry price"),
    "why.discount": ("需降价", "Discount"),
    "why.with_it": ("含它的最便宜方案或原因", "Cheapest plan with it, or the reason"),
    "why.at_no_price": ("免费也不选", "at no price"),
    "why.not_asked": ("–", "–"),
    "why.at_least": ("≥ {amount}", "≥ {amount}"),
    "why.impossible": ("与之不能同时满足：{limits}", "cannot hold with it: {limits}"),
    "why.reason": (
        "{workload}：{meaning}，需要 {needed}，只有 {available}",
        "{workload}: {meaning}: needs {needed}, has {available}",
    ),
    "why.dearer_sentence": (
        "{server}：含它的最便宜方案（{purchases}）多花 {regret}；",
        "{server}: the cheapest plan with it ({purchases}) costs {regret} more; ",
    ),
    "why.entry_sentence": (
        "单价由 {price} 降到 {entry}（降 {discount}）时会被选中。",
        "at a unit price of {entry} instead of {price} (−{discount}) it would be chosen.",
    ),
    "why.never_sentence": ("即使免费也不会被选中。", "not even free of charge would it be chosen."),
    "why.more": ("另有 {count} 种更贵或无法纳入。", "{count} more are dearer or impossible."),
    "why.rejected_count": (
        "另有 {count} 种机型在求解前已淘汰（工作簿“淘汰原因”表，或 procure explain FILE --all）。",
        "{count} more server types were ruled out before solving (sheet Rejections, or procure explain FILE --all).",
    ),
    # limits
    "value.heading": ("哪些约束在花钱", "What the limits cost"),
    "value.note": (
        "只列放宽后方案更便宜的约束；节省额为现值，由求解器复算。",
        "Only limits whose relaxation makes the plan cheaper; savings in present value, solved again.",
    ),
    "value.step": ("多一单位", "One more"),
    "value.saved": ("节省", "Saves"),
    "value.without": ("取消后节省", "Saves without it"),
    "value.none": (
        "没有约束在花钱：放宽任何一项都不会更便宜。",
        "No limit costs anything: relaxing any of them saves nothing.",
    ),
    "range.heading": ("方案保持最优的范围", "Where the plan stays the cheapest"),
    "range.note": (
        "单价与电价：其余不变，超出即有更便宜的方案（或超出预算等约束）；需求：在此范围内机型与台数不变。",
        "Price and tariff: beyond it another plan is cheaper (or a rule breaks), all else equal; demand: within it the "
        "same servers in the same numbers.",
    ),
    "range.kind": ("变量", "Quantity"),
    "range.price": ("单价", "Unit price"),
    "range.tariff": ("电价", "Tariff"),
    "range.demand": ("需求", "Demand"),
    "range.low": ("下限", "From"),
    "range.high": ("上限", "To"),
    "range.now": ("目前", "Now"),
    "range.beyond_low": ("< {value}", "< {value}"),
    "range.beyond_high": ("> {value}", "> {value}"),
    # alternatives
    "alt.heading": ("备选方案", "Alternatives"),
    "alt.note": (
        "机型组合与本方案不同的最便宜方案，依次求解；差额为现值。",
        "The cheapest plans with other server types than this one, solved one after the other; difference in present "
        "value.",
    ),
    "alt.none": ("在 {within} 以内没有其他机型组合的方案。", "No plan with other server types within {within}."),
    "alt.rank": ("名次", "Rank"),
    "alt.plan": ("方案", "Plan"),
    "alt.this": ("本方案", "this plan"),
    "alt.difference": ("比本方案多", "More than this plan"),
    "alt.ecosystems": ("软件生态", "Ecosystems"),
    "summary.it_power_kw": ("IT 功率 kW", "IT power, kW"),
    "alt.proved": ("已证", "Proved"),
}
