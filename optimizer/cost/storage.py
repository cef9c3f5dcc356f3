"""Storage for training: what is bought, at a price per terabyte ordered.

How much depends on the workloads alone (`sizing/storage.py`), never on the servers that carry them: a constant of the
objective. Its power, maintenance and replacement are not counted.
"""

from decimal import Decimal

from optimizer.cost.terms import Flow, Terms

BYTES_PER_TB = 10**12


def storage_flow(terms: Terms, capacity_tb: int, price_per_tb: Decimal) -> Flow:
    """Purchase of the whole storage."""
    return terms.flow("storage", 0, capacity_tb * price_per_tb)
