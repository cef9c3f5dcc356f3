"""Storage for training in one line, and its quantities in reading units."""

from typing import TYPE_CHECKING

from optimizer.report.texts import label

if TYPE_CHECKING:
    from optimizer.plan.plan import Plan
    from optimizer.plan.storage import Storage

GB, TB = 10**9, 10**12
SECONDS_PER_MINUTE = 60


def write_rate(storage: "Storage") -> str:
    """GB/s, rounded up to two digits after the point."""
    return f"{-(-storage.write_bytes_per_s * 100 // GB) / 100:,.2f}"


def storage_words(storage: "Storage", language: str) -> str:
    """Capacity and write rate, and why none is bought."""
    words = label("console.storage", language).format(
        needed=storage.needed_tb, ordered=storage.ordered_tb, rate=write_rate(storage)
    )
    if storage.not_bought is None:
        return words
    separator = "；" if language == "zh" else "; "
    return words + separator + label(f"storage.not_bought.{storage.not_bought}", language)


def storage_quote(plan: "Plan", language: str) -> str:
    """That the price of the storage bought has low confidence; empty where it has not, or none is bought."""
    price = next((p for p in plan.parameters if p.id == "parallel_storage_price"), None)
    if plan.storage is None or not plan.storage.ordered_tb or price is None or price.confidence != "low":
        return ""
    return label("summary.storage_quote", language).format(
        tb=plan.storage.ordered_tb, source=price.source, date=price.date, confidence=label("confidence.low", language)
    )
