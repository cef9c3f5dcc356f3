"""Parts of a training demand: samples and epochs in place of tokens, reinforcement learning."""

from fractions import Fraction

from pydantic import Field

from optimizer.frozen import Frozen
from optimizer.inputs.fields import Count, Name, PositiveNumber, PositiveShare


class Samples(Frozen):
    """Training tokens = count · tokens_per_sample · epochs, rounded up; samples are packed into full sequences."""

    count: Count
    tokens_per_sample: PositiveNumber
    """Mean; prompt and answer together."""
    epochs: PositiveNumber
    """Passes over all samples."""

    @property
    def tokens(self) -> int:
        """All passes."""
        return -(-self.distinct_tokens * Fraction(str(self.epochs)) // 1)

    @property
    def distinct_tokens(self) -> Fraction:
        """One pass: what has to be stored."""
        return self.count * Fraction(str(self.tokens_per_sample))


class Reinforcement(Frozen):
    """The jobs are reinforcement learning (PPO, GRPO …): generation, rewards and updates in turns on the same cards.

    The tokens of a job are those it is updated on: prompts and answers of all rollouts.
    """

    efficiency: dict[str, PositiveShare] = Field(default_factory=dict)
    """Ecosystem → model FLOPs utilisation of the 16-bit peak over the whole loop. Ecosystems left out take the
    catalog's estimate, where there is one."""
    source: Name | None = None
    """Where the asker's efficiency comes from."""
