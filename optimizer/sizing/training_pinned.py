"""Degrees of a training layout that the asker fixes; the search finds the others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Pinned:
    """None = searched."""

    tensor: int | None = None
    pipeline: int | None = None
    context: int | None = None
    zero: int | None = None
    """ZeRO stage; 2 and 3 only without pipeline stages."""
    recompute: float | None = None
    """Recomputed share of the activations: 0 or 1."""

    @property
    def least_devices(self) -> int:
        return (self.tensor or 1) * (self.pipeline or 1) * (self.context or 1)

    @property
    def places_groups(self) -> bool:
        """Groups of the asker's may be wider than the scale-up link, and pay for it."""
        return self.tensor is not None or self.context is not None

    def splits(
        self, searched: list[tuple[int, int]], tensors: Sequence[int], stages: Sequence[int]
    ) -> list[tuple[int, int]]:
        """(T, P) to try: those of the search, or every pair with the fixed degrees."""
        if self.tensor is None and self.pipeline is None:
            return searched
        wide = [self.tensor] if self.tensor else tensors
        deep = [self.pipeline] if self.pipeline else [1, *stages]
        return list(product(wide, deep))

    def zeros(self, searched: Sequence[int], pipeline: int) -> Sequence[int]:
        """ZeRO stages to try on so many pipeline stages."""
        if self.zero is None:
            return searched
        return (self.zero,) if self.zero < 2 or pipeline == 1 else ()


NOTHING_PINNED = Pinned()
