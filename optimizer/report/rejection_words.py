"""Words of rejections: the limit that is missed, and what stands for a quantity where there is none."""

import re

from optimizer.report.texts import Words, in_order

LIMITS: dict[str, str] = {
    "memory": "显存",
    "precision": "精度",
    "heads": "注意力头",
    "link": "卡间互联",
    "fabric": "跨机网络",
    "engine": "推理引擎",
    "context": "上下文",
    "ttft": "首字时延",
    "tpot": "单字时延",
    "e2e": "端到端时延",
    "host_memory": "主机内存",
    "ecc": "ECC 显存",
    "consumer": "消费级显卡",
    "place": "场地",
    "availability": "供货",
    "ecosystem": "软件生态",
    "vendor": "厂商",
    "card": "卡型或机型",
    "confidence": "可信度",
    "price": "价格",
    "rack": "机柜",
    "deadline": "期限",
    "measured_zero": "实测能力",
}
WORDS: dict[str, str] = {
    "buyer: state": "采购主体：机关",
    "buyer: soe": "采购主体：国企",
    "buyer: private": "采购主体：民企",
    "buyer: overseas": "采购主体：境外",
    "state buyers: domestic cards only": "机关只可采购国产卡",
    "licensed: private buyers only": "凭许可证供货，仅限民企",
    "restricted": "受限",
    "discontinued": "停产",
    "unknown": "未知",
    "to buy": "购买",
    "weeks of lead time": "周交期",
    "buy.allowed: false": "不允许采购",
    "a purchase price": "采购价",
    "rent only": "仅可租用",
    "to rent": "租用",
    "rent.allowed: false": "不允许租用",
    "an on-demand price": "按需租价",
    "a one-year price": "一年期租价",
    "generic tier, not named": "通用档位，未点名",
    "none stated": "未给出",
    "consumer card": "消费级显卡",
    "forbid": "禁止",
    "allow": "允许",
    "development_only": "仅限开发",
    "excluded": "已排除",
    "domestic": "国产",
    "not domestic": "非国产",
    "yes": "是",
    "no": "否",
    "none": "无",
    "low": "低",
    "medium": "中",
    "high": "高",
    "liquid": "液冷",
    "air": "风冷",
    "tower": "塔式",
    "rack": "机架式",
    "rack_scale": "整柜",
    "a scale-up link between the cards": "卡间互联",
    "the degrees asked for": "所求并行度",
    "a capacity above 0": "能力大于 0",
    "an efficiency of RL on this ecosystem (rl.efficiency)": "该生态的强化学习效率（rl.efficiency）",
    "an inference chip: no training stack": "推理芯片，无训练软件栈",
    "a measured capacity (measurements:)": "实测能力（measurements:）",
}
BETWEEN = re.compile(r"( / |, )")


def limit_name(limit: str, language: str) -> Words:
    """The limit in a word or two; in English as the plan and the JSON call it."""
    return in_order(LIMITS.get(limit, limit), limit, language)


def rejection_words(text: str, language: str) -> Words:
    """What is needed or available, in words; parts of a list one by one, names and whatever is not ours as they are."""
    parts = [text] if text in WORDS else BETWEEN.split(text)
    return in_order("".join(WORDS.get(part, part) for part in parts), text, language)
