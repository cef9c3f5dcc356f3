"""What the sample plan expects at delivery, by hand.

big-8     900 GB/s NVLink: 450 GB/s one way, counted × 0.6 = 270      stream 100 tok/s × p10 0.7 = 70, at most 160
home-8    full mesh of eight: 196 / 7 = 28 GB/s to a peer             cloud-1   one card: no link, no known NIC
"""

from optimizer.plan.acceptance import Acceptance, ExpectedMachine, ExpectedSpeed


def machine(server: str, **changes: object) -> ExpectedMachine:
    fields: dict[str, object] = {
        "server": server, "rented": False, "devices": 8, "memory_bytes_per_device": 141_000_000_000, "ecc": "yes",
        "link": "NVLink4", "link_class": "nvlink", "link_domain_cards": 8, "link_bytes_per_s": 450e9,
        "link_efficiency": 0.6, "nics": "8x400G", "nic_bits_per_s_per_card": 400_000_000_000,
        "source": "data sheet", "date": "2026", "confidence": "high",
    }  # fmt: skip
    return ExpectedMachine.model_validate(fields | changes)


def speed(**changes: object) -> ExpectedSpeed:
    fields: dict[str, object] = {
        "workload": "assistant", "server": "big-8", "rented": False, "devices": 4, "layout": "TP4 PP1",
        "weight_precision": "fp8", "context_tokens": 2025.0, "stream_tokens_per_s": 100.0,
        "stream_ceiling_tokens_per_s": 160.0, "concurrency": 64, "output_tokens_per_s": 1462.5,
        "ttft_p95_ms": 850.0, "tpot_p95_ms": 41.5, "ttft_limit_ms": 2000.0, "tpot_limit_ms": None,
        "rate_per_s": 3.0, "band_p10": 0.7, "band_p50": 1.0, "band_p90": 1.3,
    }  # fmt: skip
    return ExpectedSpeed.model_validate(fields | changes)


HCCS = {"link": "HCCS full mesh", "link_class": "mesh", "link_bytes_per_s": 196e9}
ONE_CARD = {"rented": True, "devices": 1, "ecc": "no", "link": "", "link_class": "pcie", "link_domain_cards": 1}
UNKNOWN = {"link_bytes_per_s": None, "nics": "", "nic_bits_per_s_per_card": None}
ACCEPTANCE = Acceptance(
    machines=(
        machine("big-8"),
        machine("home-8", **HCCS, ecc="unknown"),
        machine("cloud-1", **ONE_CARD, **UNKNOWN, memory_bytes_per_device=None),
    ),
    speeds=(speed(),),
)
