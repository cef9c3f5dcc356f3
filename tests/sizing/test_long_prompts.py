"""128k prompts and nearly whole prefixes in the cache."""

import pytest

from optimizer.sizing.throughput import PREFILL_PASS_TOKENS, Replica, first_token_s, prefill_s
from tests.sizing.asks import build, dense_model, moe_model

LONG = 64 * PREFILL_PASS_TOKENS
"""131,072 tokens."""
REPLICAS = [build(dense_model()), build(moe_model(), (2, 2, 1))]


@pytest.mark.parametrize("r", REPLICAS)
def test_a_long_prompt_is_the_sum_of_its_chunks(r: Replica) -> None:
    """Each chunk attends to all before it: attention grows with the square of the prompt."""
    chunks = (prefill_s(r, PREFILL_PASS_TOKENS, 1, PREFILL_PASS_TOKENS * i) for i in range(64))
    assert sum(chunks) == pytest.approx(prefill_s(r, LONG, 1))


def test_attention_is_most_of_a_long_prompt() -> None:
    # 2,048 tokens: 2·11e9 FLOP each against 10·80·200·2,048 of attention; 64 times as long, 64 times the attention
    r = REPLICAS[0]
    short, long = first_token_s(r, PREFILL_PASS_TOKENS), first_token_s(r, LONG)
    attention = r.prefill_attention_s * PREFILL_PASS_TOKENS**2
    assert long == pytest.approx(64 * (short - attention) + 64**2 * attention)


def test_nine_tenths_in_the_cache() -> None:
    # a tenth is computed and attends to 0.1 + 2 · 0.9 = 1.9 prompts: 0.19 of the attention, a tenth of the rest
    r = REPLICAS[0]
    attention = r.prefill_attention_s * LONG**2
    rest = prefill_s(r, LONG, 1) - attention
    assert prefill_s(r, LONG * 0.1, 1, LONG * 0.9) == pytest.approx(0.1 * rest + 0.19 * attention)
