"""Progress of long work, told to whoever asked."""

from collections.abc import Callable

Progress = Callable[[str], None]
"""Called with a stage: sizing, solving, explaining, comparing."""


def silent(stage: str) -> None:
    """Nobody asked."""
