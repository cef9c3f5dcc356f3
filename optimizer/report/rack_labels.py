"""Words of the rack sheet: key → (Chinese, English)."""

RACK_LABELS: dict[str, tuple[str, str]] = {
    "sheet.racks": ("机柜", "Racks"),
    "racks.note": (
        "一柜一种机型，同机型均摊到各柜，自下而上按机位编号排列；功率按额定值。",
        "One server type per rack, spread evenly, from the floor up in the order of Seats; power is the nameplate.",
    ),
    "racks.none": (
        "需求文件未写机柜（site.racks）：未安排机柜位置，也不计机柜数。",
        "The file states no racks (site.racks): nothing is placed in racks and none are counted.",
    ),
    "racks.use": ("各柜占用与上限", "Use of each rack against its limits"),
    "racks.servers": ("服务器位置", "Where each server stands"),
    "racks.elevation": ("机柜立面图（U 位自下而上）", "Elevations, U counted from the floor"),
    "racks.legend": (
        "灰＝承载业务，黄＝备机，数字为机位编号",
        "grey: carries load; amber: spare; the number is that on Seats",
    ),
    "racks.outside": ("机柜之外（整机柜系统、塔式机）", "Outside racks: rack-scale systems and towers"),
    "racks.switches": (
        "另有交换机 {count} 台，功率计入场地上限，但方案不计其 U 位与机柜功率：请在列头柜或余量中预留。",
        "{count} more switches: their power counts against the site, but the plan counts neither their U nor their "
        "power in a rack: keep room in a network rack or in what is free.",
    ),
    "racks.weight_unknown": ("重量未知", "not known"),
    "role.load": ("承载业务", "load"),
    "role.spare": ("备机", "spare"),
    "chart.racks": ("各柜功率（kW）", "Power of each rack, kW"),
    "chart.rack_power": ("额定功率合计", "nameplate together"),
    "chart.rack_limit": ("机柜上限", "limit of the rack"),
    "head.rack": ("机柜", "Rack"),
    "head.rack_units_each": ("单台 U", "U each"),
    "head.rack_units": ("占用 U", "U used"),
    "head.rack_units_limit": ("可用 U", "U limit"),
    "head.rack_kw_each": ("单台 kW", "kW each"),
    "head.rack_kw": ("功率 kW", "kW used"),
    "head.rack_kw_limit": ("上限 kW", "kW limit"),
    "head.rack_kg_each": ("单台 kg", "kg each"),
    "head.rack_kg": ("重量 kg", "kg used"),
    "head.rack_kg_limit": ("承重 kg", "kg limit"),
    "head.rack_position": ("U 位", "U"),
    "head.role": ("用途", "Role"),
}
