"""Words of storage for training: key → (Chinese, English)."""

STORAGE_LABELS: dict[str, tuple[str, str]] = {
    "sheet.storage": ("训练存储", "Training storage"),
    "item.storage": ("训练存储", "Training storage"),
    "unit.tb": ("TB", "TB"),
    "storage.note": (
        "检查点（含优化器状态）与数据的容量，以及写入带宽；与选用的服务器无关。依据见“假设与来源”页。",
        "Capacity for checkpoints (optimizer states included) and data, and the write rate; the same whatever servers "
        "are chosen. Numbers behind it: sheet Assumptions & Sources.",
    ),
    "storage.uses": ("各训练业务", "By training workload"),
    "storage.order": ("订购", "To order"),
    "head.checkpoint_gb": ("单个检查点 GB", "One checkpoint, GB"),
    "head.checkpoints_kept": ("保留份数", "Kept"),
    "head.data_gb": ("数据 GB", "Data, GB"),
    "head.at_once": ("同时进行数", "At once, at most"),
    "head.stored_tb": ("占用 TB", "Stored, TB"),
    "head.write_gb_per_s": ("写入带宽 GB/s", "Write rate, GB/s"),
    "head.gang_cards": ("单组卡数", "Cards of a gang"),
    "head.checkpoint_minutes": ("检查点间隔 分钟", "Checkpoint every, min"),
    "storage.stored": ("合计占用", "Stored in all"),
    "storage.usable_share": ("可用比例", "Usable share of what is ordered"),
    "storage.needed": ("需订购容量", "Capacity to order"),
    "storage.stated": ("文件所写容量", "Capacity the file states"),
    "storage.ordered": ("实际采购容量", "Capacity bought"),
    "storage.write_rate": (
        "写入带宽（最大的检查点，{seconds} 秒内写完）",
        "Write rate: largest checkpoint in {seconds} s",
    ),
    "storage.price": ("单价", "Price"),
    "storage.not_bought.owned": ("已有存储，不采购（site.storage）", "not bought: it exists (site.storage)"),
    "storage.not_bought.nothing is bought": (
        "本方案不采购设备，存储需另行安排",
        "not bought: the file buys nothing; storage has to come from elsewhere",
    ),
    "purchases.storage": ("并行存储（写入 ≥ {rate} GB/s）", "Parallel file storage (writes ≥ {rate} GB/s)"),
    "console.storage": (
        "需订购 {needed:,} TB，采购 {ordered:,} TB，写入 ≥ {rate} GB/s",
        "{needed:,} TB to order, {ordered:,} TB bought, writes ≥ {rate} GB/s",
    ),
    "caution.storage": ("训练存储", "training storage"),
    "caution.fabric_ports": ("跨机网口", "fabric ports"),
    "caution.storage_link": ("存储网络", "storage network"),
    "caution.snapshot": ("检查点暂存内存", "memory for a checkpoint"),
    "caution.storage.ask": (
        "训练存储：要求写入 ≥ {needed}/s（检查点 {base}，{seconds} 秒内写完）",
        "Training storage: ask for writes of ≥ {needed}/s (a checkpoint of {base} in {seconds} s)",
    ),
    "caution.storage.short": (
        "训练存储：文件所写 {available}，训练需要 {needed}",
        "Training storage: the file states {available}, training needs {needed}",
    ),
    "caution.fabric_ports.short": (
        "跨机网口：每卡 {available}，低于网络的 {needed}：另配网卡，请确认槽位",
        "Fabric ports: {available} per card, less than the fabric's {needed}: network cards are added, check the slots",
    ),
    "caution.fabric_ports.unknown": (
        "跨机网口未知：按网络的每卡 {needed} 另配网卡，请确认槽位",
        "Fabric ports not known: network cards of the fabric's {needed} per card are added, check the slots",
    ),
    "caution.storage_link.short": (
        "存储网络：整机网口 {available}，写检查点需要 ≥ {needed}（{base} ÷ {factor} 台）",
        "Storage network: the server's ports give {available}, writing a checkpoint takes ≥ {needed} "
        "({base} / {factor} servers)",
    ),
    "caution.storage_link.unknown": (
        "存储网络未知：要求整机网口 ≥ {needed}（写检查点 {base} ÷ {factor} 台）",
        "Storage network not known: ask for ports of ≥ {needed} (a checkpoint at {base} / {factor} servers)",
    ),
    "caution.snapshot.short": (
        "检查点暂存：主机内存 {available}，少于 {needed}（检查点 {base} ÷ {factor} 台）",
        "Memory for a checkpoint: {available} on the host, less than {needed} ({base} / {factor} servers)",
    ),
    "inputs.storage_price": ("并行存储单价", "Parallel storage price"),
    "inputs.storage_tb": ("采购存储容量", "Storage bought"),
    "basis.cost parameter": ("成本参数", "cost parameter"),
    "summary.storage_quote": (
        "训练存储 {tb:,} TB：按 PB 级系统的单价计（{source}，{date}，可信度{confidence}），小系统更贵，先要报价",
        "Training storage, {tb:,} TB: at the price per TB of petabyte systems ({source}, {date}, {confidence} "
        "confidence); small ones cost more: get a quote first",
    ),
}
