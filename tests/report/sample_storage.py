"""Storage of the sample plan."""

from decimal import Decimal

from optimizer.plan.storage import Storage, StorageUse

D = Decimal
STORAGE = Storage(
    uses=(
        StorageUse(
            workload="pretrain",
            checkpoint_bytes=91 * 10**9,
            checkpoints_kept=3,
            data_bytes=15_000 * 10**9,
            at_once=1,
            stored_bytes=15_273 * 10**9,
            write_bytes_per_s=2_275_000_000,
            cards=24,
            checkpoint_interval_s=24_495.0,
        ),
    ),
    usable_share=D("0.8"),
    write_seconds=D(40),
    needed_tb=20,
    stated_tb=None,
    ordered_tb=20,
    not_bought=None,
    price_per_tb=D(1700),
    price_low=D(1000),
    price_high=D(2800),
)
"""15.273 TB / 0.8 = 19.1: 20 TB."""
