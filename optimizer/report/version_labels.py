"""Words of the version sheet: key → (Chinese, English)."""

VERSION_LABELS: dict[str, tuple[str, str]] = {
    "sheet.version": ("版本", "Version"),
    "version.note": (
        "同样的程序、目录、价格簿与文件得到逐字节相同的工作簿；哈希不同即为不同输入。",
        "The same program, catalog, price book and files give the same workbook byte for byte; another hash, another "
        "input.",
    ),
    "version.program": ("程序与基准", "Program and basis"),
    "version.data": ("目录与价格簿", "Catalog and price books"),
    "version.files": ("输入文件", "Input files"),
    "version.changes": ("修订记录", "Change log"),
    "version.catalog": ("算力卡与服务器目录", "catalog of cards and servers"),
    "version.catalog_own": ("目录（含自有条目：{names}）", "catalog with own entries: {names}"),
    "version.price_book": ("价格簿 {name}", "price book {name}"),
    "version.first": ("由求解结果生成", "made from the solved plan"),
    "version.cut": ("过长而截断的单元格（以“…”结尾）", "Cells cut because their text is too long (they end in …)"),
    "version.buyer": ("采购主体", "Buyer"),
    "buyer.state": ("国家机关、事业单位", "state body"),
    "buyer.soe": ("国有企业", "state-owned enterprise"),
    "buyer.private": ("民营企业", "private company"),
    "buyer.overseas": ("境外主体", "overseas buyer"),
    "head.sha256": ("SHA-256", "SHA-256"),
    "head.snapshot": ("快照日期", "Snapshot"),
    "head.entries": ("条目数", "Entries"),
    "head.revision": ("版次", "Revision"),
    "head.change": ("修改内容", "Change"),
    "head.author": ("修改人", "Author"),
    "head.reviewer": ("审核人", "Reviewer"),
}
