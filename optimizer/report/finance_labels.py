"""Words of the finance sheets: key → (Chinese, English)."""

FINANCE_LABELS: dict[str, tuple[str, str]] = {
    "sheet.capex": ("资本性支出", "Capex"),
    "sheet.opex": ("运营支出", "Opex"),
    "sheet.cash_flow": ("现金流", "Cash flow"),
    "sheet.depreciation": ("折旧", "Depreciation"),
    "sheet.checks": ("检查", "Checks"),
    # capex
    "capex.note": (
        "按项目汇总“采购清单”；税额按“输入”表税率计算。",
        "Lines of Purchases added up by item; VAT at the rates on Inputs.",
    ),
    "capex.total": ("资本性支出合计", "Capital expenditure, total"),
    "capex.left": ("预算余额", "Left of the budget"),
    "capex.adaptation": ("另：软件适配（自有人力，费用化）", "Besides: adaptation by own staff, expensed"),
    "head.share": ("占比", "Share"),
    # opex
    "opex.note": (
        "逐年运行成本，引自“逐年成本”；口径与其相同。",
        "Running costs by year, from Cost by year and on the same basis.",
    ),
    "opex.items": ("运行成本", "Running costs"),
    "opex.total": ("运营支出合计", "Operating expenditure, total"),
    "opex.quantities": ("台数与用电量", "Servers and energy"),
    "opex.servers": ("在用台数（购买＋自有）", "Servers in service, bought and owned"),
    "opex.energy": ("设施用电量", "Facility energy"),
    # cash flow
    "cash_flow.note": (
        "流出为负，流入为正；各项不含税，增值税单列。运行费用按年支付，折现口径见“逐年成本”。",
        "Outflow negative, inflow positive; items ex VAT, VAT in rows of its own. Discounting as on Cost by year.",
    ),
    "cash.flows": ("现金流（名义）", "Cash flow, nominal"),
    "cash.equipment": ("设备采购（服务器、网络、备件）", "Equipment: servers, network, spares"),
    "cash.work": ("安装与机房改造", "Installation and facility work"),
    "cash.services": ("维保、许可与租赁", "Maintenance, licences, rentals"),
    "cash.vat_purchase": ("采购进项税", "VAT paid on the purchase"),
    "cash.vat_running": ("运行费用进项税", "VAT paid on running costs"),
    "cash.vat_returned": ("进项税抵扣（退税）", "VAT credited or refunded"),
    "cash.net": ("净现金流", "Net cash flow"),
    "cash.cumulative": ("累计净现金流", "Net cash flow, cumulative"),
    "cash.discounting": ("折现", "Discounting"),
    "cash.discounted": ("净现金流现值", "Net cash flow, discounted"),
    "cash.cumulative_discounted": ("累计现值", "Discounted, cumulative"),
    "cash.npv": ("净现值，用 NPV 函数复核", "Net present value by the NPV function"),
    "chart.cash": ("净现金流与现值", "Net cash flow, nominal and discounted"),
    # depreciation
    "depreciation.note": (
        "会计口径：直线法，账面残值与市场残值分开；与总成本现值无关。",
        "Book view: straight line; book residual and market resale kept apart. The TCO does not depend on it.",
    ),
    "book.depreciation": ("折旧（常数＝入账原值）", "Depreciation (constant: capitalised cost)"),
    "book.total": ("折旧合计", "Depreciation, total"),
    "book.carrying": ("期末账面净值", "Carrying amount at the end of the column"),
    "book.result": ("处置与会计成本", "Disposal and accounting cost"),
    "book.sale": ("处置收益（损失为负）", "Gain on disposal, loss negative"),
    "book.cost": ("会计成本（折旧＋费用－处置收益）", "Accounting cost: depreciation + expenses − gain"),
    # checks
    "checks.note": (
        "每行一项校验，通过为 1；总校验显示在封面和首页。",
        "One check per row, 1 = holds; the master check is shown on the cover and on page one.",
    ),
    "check.npv": ("净现值＝NPV 函数结果", "Net present value = NPV function"),
    "check.cash": ("总成本现值＝－净现值（扣除增值税时间差）", "TCO = −net present value, less VAT timing"),
    "check.books": ("折旧＋账面净值＝入账原值", "Depreciation + carrying amount = capitalised cost"),
    "check.accounting": ("会计成本合计＝逐年成本合计（未折现）", "Accounting cost = undiscounted cost"),
}
