"""What the fields of a requirements file are about, those included that never appear in an assumption or a limit."""

from optimizer.report.plan_texts import INDEX, path_name
from optimizer.report.texts import Words, in_order

NAMES: dict[str, tuple[str, str]] = {
    "name": ("名称", "name"),
    "kind": ("类型", "kind"),
    "start": ("开始月份", "month of the start"),
    "headcount": ("用户数", "people"),
    "active_share": ("活跃比例", "share of them active"),
    "requests_per_active_hour": ("活跃用户每小时请求数", "requests per active hour"),
    "requests_per_day": ("每人每日请求数", "requests per day"),
    "busy_hours": ("每日忙时（小时）", "busy hours of a day"),
    "peak_factor": ("峰值系数", "peak over busy hours"),
    "requests_per_s": ("请求/秒", "requests per second"),
    "concurrent_requests": ("并发请求数", "requests in flight"),
    "traffic": ("流量", "traffic"),
    "input_tokens": ("输入长度（token）", "prompt length, tokens"),
    "input_tokens.mean": ("输入长度均值（token）", "prompt length, mean, tokens"),
    "input_tokens.p95": ("输入长度 p95（token）", "prompt length, p95, tokens"),
    "output_tokens": ("输出长度（token）", "answer length, tokens"),
    "output_tokens.mean": ("输出长度均值（token）", "answer length, mean, tokens"),
    "output_tokens.p95": ("输出长度 p95（token）", "answer length, p95, tokens"),
    "tokens_per_day.input": ("每日输入 token", "input tokens a day"),
    "tokens_per_day.output": ("每日输出 token", "output tokens a day"),
    "tokens": ("训练 token 数", "training tokens"),
    "global_batch_tokens": ("全局批大小（token）", "global batch, tokens"),
    "sequence_length": ("序列长度", "sequence length"),
    "jobs_per_month": ("每月作业数", "jobs a month"),
    "tokens_per_job": ("每次作业 token 数", "tokens of a job"),
    "method": ("微调方法", "method"),
    "count": ("数量", "number"),
    "server": ("机型", "server"),
    "cost_per_month": ("每柜月租", "rent of a rack, a month"),
    "demand": ("需求", "demand"),
    "unit": ("单位", "unit"),
    "catalog": ("自有目录", "own catalog"),
    "quotes": ("报价文件", "quotes"),
}
"""By the last part or the last two parts of the path."""


def field_name(path: str, language: str) -> Words:
    """By the tables of paths, else by the end of the path; empty where neither knows it."""
    found = path_name(path, language)
    steps = INDEX.sub("", path).split(".")
    for end in (".".join(steps[-2:]), steps[-1]):
        if not found.here and end in NAMES:
            found = in_order(*NAMES[end], language)
    return found
