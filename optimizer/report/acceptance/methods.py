"""How each check is measured: in words, and the commands of the stacks whose tools are known.

nvidia-smi, nccl-tests: docs.nvidia.com; npu-smi, hccn_tool, hccl_test: Ascend documentation (support.huawei.com);
hy-smi: Hygon DTK; rocm-smi, rccl-tests: rocm.docs.amd.com. Subcommands of npu-smi differ by product: `npu-smi info -h`.
"""

from optimizer.report.texts import Words, in_order

METHODS: dict[str, tuple[str, str]] = {
    "devices": ("厂商工具列出设备", "list the devices with the vendor's tool"),
    "memory": ("读驱动报告的总显存；MiB × 1,048,576 ÷ 10⁹", "total memory by the driver; MiB × 1,048,576 ÷ 10⁹"),
    "ecc": ("读 ECC 当前状态", "read the current ECC mode"),
    "firmware": ("逐卡导出版本，比对去重", "export the versions of every card and compare"),
    "errors": ("满载前后各读一次计数与内核日志", "read counters and kernel log before and after the load"),
    "pair": ("两卡单向拷贝，取最差的一对", "one-way copy between two cards, the worst pair"),
    "all_reduce": ("全部卡 all-reduce，取大消息的 busbw", "all-reduce over all cards, busbw at large messages"),
    "nic": ("读协商速率，ethtool／ibstat", "read the negotiated rates: ethtool, ibstat"),
    "storage": ("fio 顺序读，直接 I/O", "fio, sequential read, direct I/O"),
    "power": ("BMC 或 PDU 读数的平均：ipmitool dcmi power reading", "mean by BMC or PDU: ipmitool dcmi power reading"),
    "temperature": ("满载期间每秒采样，取最高", "sample each second under load, the highest"),
    "throttle": ("读降频原因；功耗封顶不算", "read the slowdown reasons; a power cap is none"),
    "clock": ("满载期间采样主频，两段各取平均", "sample the clock under load, mean of each span"),
    "stream": (
        "批量 1，关闭投机解码，只计输出 token",
        "batch 1, speculation off, output tokens only",
    ),
    "throughput": (
        "引擎自带压测，按需求文件的长度与缓存命中率，稳态 ≥ 30 分钟",
        "the engine's own benchmark at the file's lengths and cache hits, steady for ≥ 30 minutes",
    ),
    "tpot": ("同一次压测", "the same run"),
    "ttft": ("引擎自带压测", "the engine's own benchmark"),
    "capacity": ("按实测表的同一口径", "as in the table of measurements"),
    "mfu": ("稳态若干步：6·N·token/s ÷ 16 位峰值", "over steady steps: 6·N·tokens/s ÷ 16-bit peak"),
}
COMMANDS: dict[str, dict[str, str]] = {
    "cuda": {
        "devices": "nvidia-smi -L",
        "memory": "nvidia-smi --query-gpu=index,memory.total --format=csv",
        "ecc": "nvidia-smi -q -d ECC",
        "firmware": "nvidia-smi --query-gpu=driver_version,vbios_version --format=csv",
        "errors": "nvidia-smi -q -d ECC,ROW_REMAPPER; dmesg (Xid)",
        "pair": "nvidia-smi topo -m; nvbandwidth",
        "all_reduce": "nccl-tests all_reduce_perf",
        "temperature": "nvidia-smi -q -d TEMPERATURE",
        "throttle": "nvidia-smi -q -d PERFORMANCE",
        "clock": "nvidia-smi -q -d CLOCK",
    },
    "cann": {
        "devices": "npu-smi info -l",
        "memory": "npu-smi info -t memory -i ID",
        "ecc": "npu-smi info -t ecc -i ID",
        "firmware": "npu-smi info -t board -i ID",
        "errors": "npu-smi info -t health -i ID; npu-smi info -t ecc -i ID",
        "pair": "npu-smi info -t topo; Ascend DMI",
        "all_reduce": "hccl_test all_reduce_test",
        "nic": "hccn_tool -i ID -speed -g",
        "temperature": "npu-smi info -t temp -i ID",
        "throttle": "npu-smi info -t health -i ID",
        "clock": "npu-smi info -t common -i ID",
    },
    "dtk": {
        "devices": "hy-smi",
        "memory": "hy-smi --showmeminfo vram",
        "firmware": "hy-smi --showdriverversion --showvbios",
        "pair": "hy-smi --showtopo",
        "all_reduce": "rccl-tests all_reduce_perf",
        "temperature": "hy-smi",
        "clock": "hy-smi",
    },
    "rocm": {
        "devices": "rocm-smi",
        "memory": "rocm-smi --showmeminfo vram",
        "ecc": "rocm-smi --showrasinfo",
        "firmware": "rocm-smi --showdriverversion --showfwinfo",
        "errors": "rocm-smi --showrasinfo; dmesg",
        "pair": "rocm-smi --showtopo",
        "all_reduce": "rccl-tests all_reduce_perf",
        "temperature": "rocm-smi --showtemp",
        "clock": "rocm-smi --showclocks",
    },
}


def method_words(key: str, ecosystem: str, detail: Words | None, language: str) -> Words:
    """What to do, at which point, and the command where the stack's tool is known."""
    chinese, english = METHODS[key]
    if detail is not None:
        told = in_order(detail.here, detail.there, language)
        chinese, english = f"{chinese}（{told.here}）", f"{english} ({told.there})"
    words = in_order(chinese, english, language)
    command = COMMANDS.get(ecosystem, {}).get(key)
    return words if command is None else words.with_tail(f" [{command}]")
