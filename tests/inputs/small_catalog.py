"""A catalog small enough to load in milliseconds. Numbers are round and stand for no real product's."""

import json
from pathlib import Path
from typing import Any

SPEC = {"source": "test", "confidence": "high"}
CARD_FACTS = {
    "performance_family": "hopper", "memory_bytes": 96 * 10**9, "memory_bandwidth_bytes_per_s": 4 * 10**12,
    "bf16_flops": 10**14, "tdp_w": 400, "host_link_bytes_per_s": 128 * 10**9,
}  # fmt: skip
SITE = {
    "form": "rack", "rack_units": 4, "cooling": "air", "max_power_w": 4400,
    "typical_power_w": 3300, "idle_power_w": 850,
}  # fmt: skip


def card(card_id: str, vendor: str, ecosystem: str, family: str, *, domestic: bool = False) -> dict[str, Any]:
    facts = {**CARD_FACTS, "performance_family": family}
    return {"id": card_id, "vendor": vendor, "ecosystem": ecosystem, "domestic": domestic, "facts": facts, "spec": SPEC}


CARDS = [
    card("h20-96", "NVIDIA", "cuda", "hopper"),
    card("l20", "NVIDIA", "cuda", "pcie"),
    card("ascend_910b3", "Huawei", "cann", "domestic", domestic=True),
]
SERVERS = [
    {"id": "pcie-8x-l20", "vendor": "OEM", "card": "l20", "cards": 8, "site": SITE, "spec": SPEC},
    {"id": "hgx-h20", "vendor": "OEM", "card": "h20-96", "cards": 8, "site": SITE, "spec": SPEC},
]
MODELS = [
    {
        "id": "Qwen3-32B", "total_params": 32_800_000_000, "active_params": 32_800_000_000, "layers": 64,
        "hidden_size": 5120, "attention": "GQA", "attention_heads": 64, "kv_heads": 8, "head_dim": 128,
        "vocab_size": 151936, "max_context_tokens": 40960, "native_precision": "bf16", "spec": SPEC,
    },
]  # fmt: skip


def ecosystem(ecosystem_id: str, engine_class: str, *engines: str) -> dict[str, Any]:
    return {
        "id": ecosystem_id, "name": ecosystem_id, "vendor": "x", "engine_class": engine_class, "engines": list(engines),
        "weight_precisions": ["bf16"], "spec": SPEC,
    }  # fmt: skip


ECOSYSTEMS = [ecosystem("cuda", "vllm", "vllm", "tensorrt-llm"), ecosystem("cann", "ascend_graph", "mindie")]
PARAMETERS = [
    {
        "id": "engineer_month", "name_zh": "人月", "name_en": "Engineer month", "unit": "CNY/month", "low": 30000,
        "typical": 50000, "high": 80000, "spec": SPEC,
    },
    {
        "id": "maintenance_rate", "name_zh": "维保费率", "name_en": "Maintenance",
        "unit": "share of server price per year", "low": 0.05, "typical": 0.08, "high": 0.15, "spec": SPEC,
    },
    {
        "id": "servers_per_fte", "name_zh": "人均服务器", "name_en": "Servers per FTE", "unit": "servers/FTE",
        "low": 50, "typical": 75, "high": 100, "spec": SPEC,
    },
    {
        "id": "electricity_price", "name_zh": "电价", "name_en": "Electricity", "unit": "CNY/kWh",
        "low": 0.40, "typical": 0.65, "high": 0.85, "spec": SPEC,
    },
]  # fmt: skip
BOOK = {
    "id": "china-2026", "name": "test book", "market": "China", "snapshot": "2026-11-30", "usd_cny": 7,
    "usd_cny_spec": SPEC, "import_margin": 0,
}  # fmt: skip
QUOTES = """\
item_id,unit,currency,low,typical,high,date,vat,source,confidence,notes
l20,card,CNY,,30000,,2026-05,excluded,test,high,
"""
ROWS_HEADER = "id,accelerator,weight_precision,engine,engine_version,date,notes\n"


def write_catalog(data: Path) -> Path:
    """Write the files as a wheel carries them below `data`; JSON is YAML."""
    catalogs = data / "catalogs"
    for kind, entries in {"cards": CARDS, "servers": SERVERS, "models": MODELS}.items():
        (catalogs / kind).mkdir(parents=True)
        (catalogs / kind / "all.yaml").write_text(json.dumps({kind: entries}), encoding="utf-8")
    for kind, entries in {"ecosystems": ECOSYSTEMS, "parameters": PARAMETERS}.items():
        (catalogs / f"{kind}.yaml").write_text(json.dumps({kind: entries}), encoding="utf-8")
    (catalogs / "prices" / "china-2026").mkdir(parents=True)
    (catalogs / "prices" / "china-2026" / "book.yaml").write_text(json.dumps(BOOK), encoding="utf-8")
    (catalogs / "prices" / "china-2026" / "quotes.csv").write_text(QUOTES, encoding="utf-8")
    (catalogs / "measurements").mkdir()
    for name, text in MEASUREMENTS.items():
        (catalogs / "measurements" / f"{name}.csv").write_text(text, encoding="utf-8")
    return data


MEASUREMENTS = {
    "training_accelerator_names": "accelerator,accelerator_id,notes\nH20,h20-96,\n",
    "training": "id,accelerator,metric\nt1,H20,tokens_s_per_card\nt2,H20,peak_memory_gb\nt3,B200,mfu\n",
    "accelerator_names": "accelerator,accelerator_id,notes\n"
    "H20-96GB,h20-96,\nAscend 910B3 (64GB),ascend_910b3,\nGH200,,\n",
    "inference": ROWS_HEADER
    + "r1,H20-96GB,fp8,SGLang,0.5.3,2025-10,plain\n"
    + "r2,H20-96GB,fp8,SGLang,0.5.3,2025-10,plain\n"
    + "r3,H20-96GB,bf16,vLLM,0.6.3,2025-01,older than 0.7\n"
    + "r4,H20-96GB,bf16,vLLM,,2025-01,\n"
    + "r5,H20-96GB,fp4->fp8,Chitu,,2025,conversion path\n"
    + "r6,GH200,bf16,vLLM,0.11.0,2025,no single card\n",
    "inference_domestic": ROWS_HEADER
    + 'd1,Ascend 910B3 (64GB),bf16,vLLM-Ascend,0.18.0,2026-05,"TP4, no speculation"\n'
    + "d2,Ascend 910B3 (64GB),bf16,vLLM-Ascend,0.18.0,2026-05,eager mode\n"
    + "d3,Ascend 910B3 (64GB),bf16,MindIE,,2025-08,before graph mode\n"
    + "d4,Ascend 910B3 (64GB),bf16,vLLM-Ascend,0.18.0,2026-05,MTP speculation\n"
    + "d5,Ascend 910B3 (64GB),bf16,ATB-models (Ascend),,2024,\n",
}
