"""Fault table of the acceptance: symptom → likely cause → check → remedy, each (Chinese, English).

Practice of commissioning, not measured here; commands by the sources of `methods.py`.
"""

Text = tuple[str, str]
FAULTS: tuple[tuple[Text, Text, Text, Text], ...] = (
    (
        ("可见显存少于下限", "Less memory visible than the least"),
        ("切分模式（MIG、vNPU）未关；型号不符", "partitioning (MIG, vNPU) is on; another model was delivered"),
        ("核对型号与序列号；读切分模式", "model and serial number; partition mode"),
        ("关闭切分；型号不符退换", "switch partitioning off; return what was not ordered"),
    ),
    (
        ("点对点带宽接近 PCIe 值", "Card-to-card bandwidth near that of PCIe"),
        (
            "互联桥未装或链路未训练成功；ACS/IOMMU 使流量绕行 CPU",
            "bridge missing or link not trained; ACS or IOMMU sends traffic through the processors",
        ),
        ("拓扑与链路状态；lspci -vv 的 ACSCtl", "topology and link state; ACSCtl in lspci -vv"),
        ("重插互联桥、升级固件；关闭 ACS", "reseat the bridge, update the firmware; switch ACS off"),
    ),
    (
        ("个别卡比同机其他卡慢", "One card slower than its peers"),
        ("PCIe 降宽或降速；固件不一致；散热不良", "PCIe narrower or slower; other firmware; poor cooling"),
        ("lspci -vv 的 LnkSta；比对版本与温度", "LnkSta in lspci -vv; compare versions and temperature"),
        (
            "重插、统一固件；与他槽互换，问题随卡走则换卡",
            "reseat, same firmware; swap slots: a fault that moves is the card's",
        ),
    ),
    (
        ("单路解码低于下限", "Single stream below the least"),
        ("功耗封顶或主频锁低；权重精度不符；低效内核", "power cap or locked clock; other weight format; slow kernels"),
        ("满载读主频与封顶；引擎启动日志的精度", "clock and cap under load; the format in the engine's log"),
        (
            "恢复默认功耗与主频；按方案的精度与引擎版本重测",
            "default power and clock; the plan's format and engine again",
        ),
    ),
    (
        ("单路解码高于带宽上限", "Single stream above the bandwidth ceiling"),
        ("开了投机解码；把输入 token 计入；权重更低精度", "speculation on; prompt tokens counted; narrower weights"),
        ("引擎参数；压测口径", "engine flags; what the benchmark counts"),
        ("统一口径后重测，否则不能与方案比较", "measure again by the same rule, else it cannot be compared"),
    ),
    (
        ("单路正常，并发吞吐低", "Stream as expected, throughput low"),
        (
            "KV 缓存不足而抢占；批量上限低；CPU 或分词成瓶颈",
            "too little KV cache: preemption; low batch cap; host bound",
        ),
        ("引擎日志的运行数与抢占数；CPU 占用", "running and preempted requests in the log; CPU load"),
        ("按方案设显存占比与最大并发；绑定 NUMA", "the plan's memory share and batch; bind to NUMA nodes"),
    ),
    (
        ("吞吐随时间下降", "Throughput falls with time"),
        ("过热或供电降频；进风温度高", "slowdown by heat or supply; warm inlet air"),
        ("降频原因；进风与芯片温度曲线", "slowdown reasons; inlet and chip temperature over time"),
        ("改善风道、盲板与风扇策略；复测 ≥ 30 分钟", "airflow, blanking panels, fan policy; ≥ 30 minutes again"),
    ),
    (
        ("整机功率超过额定", "Server power above the nameplate"),
        ("电源或配置与订单不符；PDU 含其他设备", "other supplies or parts than ordered; PDU feeds more"),
        ("BMC 与 PDU 读数对照", "compare BMC and PDU"),
        ("更正配置；按实测重新规划功率与机柜", "correct the parts; plan power and racks with the measured value"),
    ),
    (
        ("ECC 计数增长或设备掉线", "ECC counts grow, or a device drops off"),
        ("显存或供电故障；插接不良", "faulty memory or supply; bad seating"),
        ("ECC 与内核日志（NVIDIA 的 Xid、昇腾的健康码）", "ECC counters and kernel log (Xid, health code)"),
        ("重插复测；仍有不可纠正错误则换卡", "reseat and repeat; uncorrectable errors again: replace"),
    ),
    (
        ("TTFT 超限而 TPOT 正常", "TTFT too long, TPOT as expected"),
        ("到达率高于计划；缓存命中低于文件；网关排队", "more arrivals than planned; fewer cache hits; gateway queues"),
        ("在服务器本机复测；看排队与命中率", "measure on the server itself; queue and hit rate"),
        ("按计划到达率复测；核对需求文件的命中率", "repeat at the planned rate; check the file's hit rate"),
    ),
    (
        ("多机通信慢或抖动", "Traffic between servers slow or uneven"),
        (
            "端口降速；PFC/ECN 未配置；网卡与卡不同 NUMA",
            "port negotiated down; no PFC or ECN; NIC on another NUMA node",
        ),
        ("端口速率与丢包；集合通信逐对测试", "port rates and drops; collectives pair by pair"),
        ("换线或光模块；统一交换机配置", "replace cable or transceiver; same switch configuration"),
    ),
    (
        ("模型加载慢", "Model loads slowly"),
        ("存储或网络低于合同值；单流读取", "storage or network below contract; one reader only"),
        ("fio 与网络分别测", "fio and the network apart"),
        ("权重放本地 NVMe；并行加载", "weights on local NVMe; load in parallel"),
    ),
)
