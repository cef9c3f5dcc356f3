"""Words of whole-machine cautions: `caution.<rule>.<finding>` and the rules' names. (Chinese, English)."""

CAUTION_LABELS: dict[str, tuple[str, str]] = {
    "caution.psu": ("电源", "PSU"),
    "caution.ups": ("UPS", "UPS"),
    "caution.host_memory": ("主机内存", "host memory"),
    "caution.pcie_lanes": ("PCIe 通道", "PCIe lanes"),
    "caution.cooling": ("散热", "cooling"),
    "caution.weight": ("重量", "weight"),
    "caution.noise": ("噪声", "noise"),
    "caution.psu.ask": (
        "电源：要求额定容量 ≥ {needed}（{factor} × 持续功耗 {base}），目录中没有电源规格",
        "PSU: ask for ≥ {needed} ({factor} × {base} sustained); the catalog does not know the supplies",
    ),
    "caution.psu.short": (
        "电源：额定容量 {available}，应 ≥ {needed}（{factor} × 持续功耗 {base}）",
        "PSU: {available} installed, ask for ≥ {needed} ({factor} × {base} sustained)",
    ),
    "caution.ups.ask": (
        "UPS：要求容量 ≥ {needed}（{factor} × IT 功率 {base}）",
        "UPS: ask for ≥ {needed} ({factor} × {base} IT power)",
    ),
    "caution.host_memory.short": (
        "主机内存：{available}，应 ≥ {needed}（{factor} × 显存 {base}）",
        "Host memory: {available}, ask for ≥ {needed} ({factor} × {base} of card memory)",
    ),
    "caution.host_memory.unknown": (
        "主机内存未知：要求 ≥ {needed}（{factor} × 显存 {base}）",
        "Host memory not known: ask for ≥ {needed} ({factor} × {base} of card memory)",
    ),
    "caution.pcie_lanes.short": (
        "PCIe 通道：处理器共 {available} 条，少于 {needed} 条（{factor} × {base} 卡）：经交换芯片共用，或降为窄通道",
        "PCIe lanes: the processors offer {available}, fewer than {needed} ({factor} × {base} cards): "
        "cards share them behind switches, or run narrower",
    ),
    "caution.cooling.short": (
        "散热：一柜 {factor} 台 × {base} = {needed}，超过风冷机柜的 {available}",
        "Cooling: {factor} × {base} = {needed} in one rack, more than the {available} that air carries away",
    ),
    "caution.cooling.liquid": (
        "散热：液冷服务器，场地只有风冷（site.cooling）",
        "Cooling: a liquid-cooled server on a site with air cooling only (site.cooling)",
    ),
    "caution.weight.short": (
        "承重：按高度与功率一柜可放 {factor} 台 × {base} = {needed}，超过机柜 {place} 的 {available}：每柜少放",
        "Weight: a rack full by height and power holds {factor} × {base} = {needed}, more than the {available} of "
        "{place}: fewer stand in each",
    ),
    "caution.weight.unchecked": (
        "重量未知：机柜 {place} 的承重 {available} 未核对，请向厂商索取重量",
        "Weight not known: the {available} of rack {place} are not checked; ask the vendor",
    ),
    "caution.weight.unknown": (
        "重量未知：请向厂商索取，核对机柜与楼板承重",
        "Weight not known: ask the vendor, and have rack and floor checked",
    ),
    "caution.weight.ask": (
        "承重：整机 {needed}，自立于机房：请核对楼板承重",
        "Weight: {needed} on its own feet: have the floor checked",
    ),
    "caution.noise.short": (
        "噪声：塔式机装 {base} 卡，多于 {available} 卡：风扇并排，不宜放在工位旁",
        "Noise: {base} cards in a tower, more than {available}: loud fans side by side, not beside a desk",
    ),
    "caution.noise.office": (
        "噪声：机架服务器放在办公室",
        "Noise: a rack server in an office",
    ),
    "limits.cautions": ("整机与场地注意事项（不是约束）", "Machines and site: what to look at (not limits)"),
    "limits.site": ("场地", "Site"),
    "summary.cautions": ("整机与场地", "Machines and site"),
    "summary.cautions_text": (
        "{count} 条注意事项（{rules}）：数值与依据见“约束”页。",
        "{count} to look at ({rules}): numbers and sources on sheet Limits.",
    ),
}
