"""Texts of training demand and its storage that plans carry in English, with their Chinese."""

TRAINING_TEXTS: dict[str, str] = {
    "samples": "条样本",
    "memory: training states of the policy; generation and reference model take turns with them": (
        "显存按策略模型的训练状态计；生成引擎与参考模型与其轮流占用"
    ),
    "every published RL rate is of cards with a scale-up link, this offer has none": (
        "公开的强化学习速率都来自有卡间互联的卡，该机型没有"
    ),
    "efficiency of the whole RL loop": "强化学习全流程效率",
    "share of 16-bit peak": "占 16 位峰值比例",
    "+1 day": "+1 天",
    "days without ECC memory": "天（无 ECC 显存）",
    "storage for training is bought": "训练存储需采购",
    "power and maintenance of the storage": "存储的电费与维保",
    "share of capacity": "占容量比例",
    "B/parameter": "字节/参数",
    "B/token": "字节/token",
    "checkpoints": "份检查点",
    "1/card-hour": "次/卡时",
}
_CUT = (("", ""), (r" × (\d+) context", " × 上下文 {}"))
_ZERO = (("", ""), (r", (ZeRO-\d)", "，{}"))
_LAYOUTS = tuple(
    (
        rf"layout: (\d+) tensor × (\d+) pipeline{cut} × (\d+) data{zero}, ([^,]+) sequences at a time",
        f"并行：张量 {{}} × 流水 {{}}{cut_zh} × 数据 {{}}{zero_zh}，每次 {{}} 条序列",
    )
    for cut, cut_zh in _CUT
    for zero, zero_zh in _ZERO
)
TRAINING_PATTERNS: tuple[tuple[str, str], ...] = (
    (
        r"one run of (.+) tokens \((.+) samples × (.+) tokens × (.+) epochs\) within (.+) days, cards held all year",
        "{4} 天内完成一次 {0} token 的训练（{1} 条样本 × {2} token × {3} 轮），算力卡全年占用",
    ),
    (
        r"(.+) jobs a month of (.+) tokens \((.+) samples × (.+) tokens × (.+) epochs\), at most (.+) h each",
        "每月 {0} 次作业，每次 {1} token（{2} 条样本 × {3} token × {4} 轮），各不超过 {5} 小时",
    ),
    (
        r"(.+) jobs a month of (.+) tokens, at most (.+) h each",
        "每月 {0} 次作业，每次 {1} token，各不超过 {2} 小时",
    ),
    (
        r"(.+) jobs/month × (.+) h / 730 h = (.+): (\d+) at once",
        "每月 {0} 次 × {1} 小时 ÷ 730 小时 = {2}：同时 {3} 组",
    ),
    (
        r"RL loop at (.+) of the 16-bit peak on (\w+) \(the requirements file\)",
        "强化学习全流程按 {1} 的 16 位峰值 × {0} 计（需求文件）",
    ),
    (
        r"RL loop at (.+) of the 16-bit peak on (\w+) \(parameter (\w+)\)",
        "强化学习全流程按 {1} 的 16 位峰值 × {0} 计（参数 {2}）",
    ),
    (r"RL loop at (.+) of the 16-bit peak on (\w+) \((.+)\)", "强化学习全流程按 {1} 的 16 位峰值 × {0} 计（{2}）"),
    (r"(CNY|USD)/TB", "{0}/TB"),
    (r"optimizer states lie in host memory: (.+) GB per server", "优化器状态放主机内存：每台 {0} GB"),
    *_LAYOUTS,
)
"""Tried before those of `plan_text_table.py`."""
TRAINING_PATHS: dict[str, tuple[str, str]] = {
    "tokens": ("训练 token 数", "tokens of the run"),
    "tokens_per_job": ("单作业 token 数", "tokens of a job"),
    "jobs_per_month": ("每月作业数", "jobs a month"),
    "samples": ("样本", "samples"),
    "rl": ("强化学习", "reinforcement learning"),
    "samples.count": ("样本数", "number of samples"),
    "policy.ecc_above_days": ("须用 ECC 显存的训练时长（天）", "runs longer than this need ECC memory, days"),
    "site.storage": ("训练存储", "storage for training"),
    "site.storage.owned": ("已有训练存储", "storage exists"),
    "site.storage.capacity_tb": ("训练存储容量", "storage capacity"),
}
