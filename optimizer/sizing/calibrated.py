"""What measured runs of the user's did to an option: the factor, the rows behind it, and how they were used."""

from optimizer.frozen import Frozen


class RunRatio(Frozen):
    """One measured run against the model."""

    file: str
    line: int
    model: str
    predicted: float
    """By the model without calibration, in the unit of the run's metric."""
    ratio: float
    """r = measured / predicted."""
    context_tokens: float
    """Mean context during decode: input + output / 2."""
    source: str
    date: str


class Calibration(Frozen):
    """Runs of one card and engine class applied to a model."""

    factor: float
    """How many times as fast as predicted the card is taken to be."""
    same_model: bool
    """False: the runs are of other models on the card; the band is kept."""
    runs: tuple[RunRatio, ...]
