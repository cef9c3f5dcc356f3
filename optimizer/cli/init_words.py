"""Words of `procure init`: what is asked, and the comments of the file it writes. Key → (Chinese, English)."""

ASKED: dict[str, tuple[str, str]] = {
    "lang": ("语言 / language: zh, en", "语言 / language: zh, en"),
    "for": ("用途：inference 推理, pretrain 预训练, finetune 微调", "What for: inference, pretrain, finetune"),
    "model": ("模型（目录编号，如 Qwen3-32B）", "Model (catalog id such as Qwen3-32B)"),
    "traffic": (
        "流量怎么说：users 用户数, requests 峰值请求/秒, tokens 每日 token",
        "Traffic as: users, requests (at the peak, per second), tokens (per day)",
    ),
    "headcount": ("用户数", "How many users"),
    "requests_per_hour": ("活跃用户每小时请求数", "Requests of an active user in an hour"),
    "active_share": ("高峰时活跃的比例（0 到 1）", "Share of users active at the peak (0 to 1)"),
    "requests_per_s": ("峰值请求/秒", "Requests per second at the peak"),
    "tokens_per_day": ("每日 token：输入,输出（如 200e6,50e6）", "Tokens per day: input,output (such as 200e6,50e6)"),
    "busy_hours": ("这些 token 集中在几小时内", "Hours of the day in which they come"),
    "peak_factor": ("峰值与均值之比（≥ 1）", "Peak / mean (1 or more)"),
    "input_tokens": ("输入长度，token：均值，或 均值,p95", "Prompt length, tokens: mean, or mean,p95"),
    "output_tokens": ("输出长度，token：均值，或 均值,p95", "Answer length, tokens: mean, or mean,p95"),
    "max_context_tokens": ("单个会话最长，token", "Longest conversation, tokens"),
    "tpot_ms": ("单字时延 TPOT p95 上限，毫秒", "Time per output token, p95, ms at most"),
    "tokens": ("训练 token 总数（如 300e9）", "Tokens to train on (such as 300e9)"),
    "deadline_days": ("几天内完成", "Days until it must be done"),
    "method": ("微调方式：full, lora, qlora", "Method: full, lora, qlora"),
    "jobs_per_month": ("每月作业数", "Jobs per month"),
    "tokens_per_job": ("每次作业 token 数，含全部轮次", "Tokens per job, all epochs"),
    "hours_per_job": ("单次作业最多几小时", "Hours per job at most"),
    "sequence_length": ("训练序列长度，token", "Training sequence length, tokens"),
    "fabric_gbps": ("跨机 RoCE 网络，每卡 Gbit/s；空 = 无", "RoCE between servers, Gbit/s per card; empty = none"),
    "power_kw": ("IT 功率上限，kW；空 = 不限", "IT power at most, kW; empty = not limited"),
    "budget": ("采购预算（含税，元）；空 = 不限", "Purchase budget incl. VAT, CNY; empty = not limited"),
    "buyer": (
        "采购主体：state 机关, soe 国企, private 民企, overseas 境外",
        "Who buys: state, soe, private, overseas",
    ),
    "domestic_share": ("国产占比下限（按金额，0 到 1）；空 = 无", "Least domestic share of spend; empty = none"),
}  # fmt: skip
COMMENTS: dict[str, tuple[str, str]] = {
    "head": (
        "采购需求。检查：procure check；求解：procure plan。全部字段：procure schema request，或 docs/requirements.md",
        "Requirements of a purchase. Check: procure check; solve: procure plan. Every key: procure schema request",
    ),
    "name": ("工作簿以此命名", "names the workbook"),
    "language": ("报告语言：zh, en", "of the report: zh, en"),
    "currency": ("币种：CNY, USD", "CNY, USD"),
    "buyer": ("采购主体，决定哪些卡能买：state, soe, private, overseas", "decides which cards may be bought"),
    "workloads": ("业务清单，可写多项", "as many as there are"),
    "workload": ("业务名称", "its name in the report"),
    "kind": ("inference, pretrain, finetune, service, capacity", "inference, pretrain, finetune, service, capacity"),
    "model": ("目录编号：procure catalog list models", "catalog id: procure catalog list models"),
    "traffic": ("流量：四种写法选一", "one of four forms"),
    "users": ("由用户数推算峰值请求", "people, from whom the peak follows"),
    "headcount": ("用户数", "users"),
    "active_share": ("高峰时活跃的比例", "share of them active at the peak"),
    "requests_per_active_hour": ("活跃用户每小时请求数", "requests of an active user in an hour"),
    "peak_factor": ("峰值与均值之比", "peak / mean"),
    "peak_requests_per_s": ("峰值请求/秒", "requests per second at the peak"),
    "tokens_per_day": ("每日 token", "tokens per day"),
    "input": ("每日输入 token", "prompt tokens per day"),
    "output": ("每日输出 token", "answer tokens per day"),
    "busy_hours": ("集中在几小时内", "hours of the day in which they come"),
    "input_tokens": ("输入长度，token", "prompt length, tokens"),
    "output_tokens": ("输出长度，token", "answer length, tokens"),
    "latency": ("时延上限", "limits"),
    "tpot_p95_ms": ("单字时延 p95，毫秒", "time per output token at the 95th percentile, ms"),
    "max_context_tokens": ("单个会话最长，token：显存要装得下", "longest conversation, tokens: it must fit in memory"),
    "tokens": ("训练 token 总数", "tokens to train on"),
    "deadline_days": ("几天内完成", "days until it must be done"),
    "method": ("full, lora, qlora", "full, lora, qlora"),
    "jobs_per_month": ("每月作业数", "jobs per month"),
    "tokens_per_job": ("每次作业 token 数，含全部轮次", "tokens of one job, all epochs"),
    "max_hours_per_job": ("单次作业最多几小时", "hours of one job at most"),
    "sequence_length": ("训练序列长度，token", "training sequence length, tokens"),
    "spare_servers": ("备机台数", "spare servers"),
    "site": ("场地", "where the servers stand"),
    "place": ("office（只用塔式机）, server_room, datacenter", "office (towers only), server_room, datacenter"),
    "it_power_kw": ("IT 功率上限，kW，按铭牌功率计", "limit on nameplate power, kW"),
    "no_power": ("不限功率；要限制就去掉行首的 #", "power is not limited; take the # away to limit it"),
    "fabric": ("跨机网络：每卡 Gbit/s", "network between servers: Gbit/s per card"),
    "no_fabric": (
        "没有跨机网络：一个作业只能在一台服务器内；有就去掉行首的 #",
        "no network between servers: a job stays inside one; take the # away if there is",
    ),
    "finance": ("资金", "money"),
    "horizon_years": ("周期，年", "years that are counted"),
    "discount_rate": ("折现率", "discount rate per year"),
    "capex_budget": ("采购预算，含税", "purchase budget incl. VAT"),
    "no_budget": ("不限预算；要限制就去掉行首的 #", "the budget is not limited; take the # away to limit it"),
    "policy": ("采购规则", "what may be bought"),
    "domestic_share": (
        "国产占比下限；by: spend 金额, cards 卡数, servers 台数, compute 算力",
        "least domestic share; by: spend, cards, servers, compute",
    ),
    "no_domestic": ("没有国产占比要求；要求就去掉行首的 #", "no rule on domestic cards; take the # away for one"),
    "consumer_cards": ("消费级显卡：forbid, allow, development_only", "forbid, allow, development_only"),
}
SAID: dict[str, tuple[str, str]] = {
    "default": ("回车 = {value}", "Enter = {value}"),
    "essential": ("这一项没有默认值", "this has no default"),
}


def asked(key: str, language: str) -> str:
    """The question."""
    return ASKED[key][language == "en"]


def comment(key: str, language: str) -> str:
    """What a line of the file says."""
    return COMMENTS[key][language == "en"]


def said(key: str, language: str, **values: str) -> str:
    """Around a question."""
    return SAID[key][language == "en"].format(**values)
