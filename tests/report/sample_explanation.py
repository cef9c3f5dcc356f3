"""What the sample plan's explanation says: one of each kind."""

from decimal import Decimal

from optimizer.plan.why.explanation import Alternative, Explanation, LimitValue, Range, WhyNot
from optimizer.sizing.option import Rejection

D = Decimal

EXPLANATION = Explanation(
    why_not=(
        WhyNot(
            offer="near-8", server="near-8", server_name="Near 8-card server", card="near", rented=False,
            status="dearer", reasons=(), regret=D("120000.50"), regret_bound=D("120000.50"),
            purchases=("4 × Near 8-card server",), price=D(900_000), entry_price=D("860123.45"), entry_verified=True,
            entry_asked=True,
        ),
        WhyNot(
            offer="far-8", server="far-8", server_name="=远端八卡服务器", card="far", rented=False, status="dearer",
            reasons=(), regret=D(2_500_000), regret_bound=D(2_400_000), purchases=("6 × 远端八卡服务器",),
            price=D(1_500_000), entry_asked=True,
        ),
        WhyNot(
            offer="cloud-8 (rent)", server="cloud-8", server_name="Cloud 8-card", card="big", rented=True,
            status="dearer", reasons=(), regret=D(10), regret_bound=D(10), purchases=("1 × Cloud 8-card",),
            price=D("31.5"), entry_price=D("31.49"), entry_verified=True, entry_asked=True,
        ),
        WhyNot(
            offer="wide-8", server="wide-8", server_name="Wide server", card="wide", rented=False,
            status="impossible", reasons=(), limits=("site.it_power_kw", "workloads[0]"), price=D(1),
        ),
        WhyNot(
            offer="slow-8", server="slow-8", server_name="Slow server", card="slow", rented=False, status="undecided",
            reasons=(), price=D(1),
        ),
        WhyNot(
            offer="small-1", server="small-1", server_name="Small", card="small", rented=False, status="rejected",
            reasons=(
                Rejection(
                    workload="assistant", server="small-1", limit="memory", needed=36.2, available=24.0, unit="GB"
                ),
            ),
        ),
    ),
    limit_values=(
        LimitValue(path="site.it_power_kw", value="60.0", step="+1 kW", saved_by_step=D(0), saved_without=D("5000.5")),
        LimitValue(
            path="policy.domestic_share.minimum", value="0.5", step="−1 point", saved_by_step=None, saved_without=None
        ),
    ),
    ranges=(
        Range(
            kind="price", subject="Big 8-card server", path="big-8", value=D(1_000_000), unit="CNY", low=None,
            high=D(1_100_000), tried_low=D(375_000), tried_high=D(4_500_000),
        ),
        Range(
            kind="tariff", subject="", path="site.electricity.price_per_kwh", value=D("0.65"), unit="CNY/kWh",
            low=D("0.2"), high=None, tried_low=D("0.1625"), tried_high=D("1.95"),
        ),
        Range(
            kind="demand", subject="assistant", path="workloads[0]", value=D(40) / 3, unit="requests/s", low=D("9.6"),
            high=D("19.33"), tried_low=D("6.67"), tried_high=D("26.67"),
        ),
    ),
    alternatives=(
        Alternative(
            rank=1, tco_npv=D(7_300_000), difference=D(199_123), proved=True,
            purchases=("2 × Near 8-card server", "1 × 国产八卡服务器"), ecosystems=("cann", "cuda"),
            domestic_share_spend=0.5161, it_power_kw=31.6,
        ),
        Alternative(
            rank=2, tco_npv=D(7_400_000), difference=D(299_123), proved=False, purchases=("@alt",),
            ecosystems=("cuda",), domestic_share_spend=None, it_power_kw=37.5,
        ),
    ),
)  # fmt: skip
