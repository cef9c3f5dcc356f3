"""The sums of the quick table in base units (bytes, FLOP/s, tokens, s, h, Wh, money), by the product's own functions.

Where the product has a formula (cache, parameters, training FLOPs, card rates, bandwidth ceiling) it is called; the
rest is the arithmetic that the source states, of its own numbers.
"""

from collections.abc import Callable, Mapping
from math import prod, sqrt

from optimizer.inputs.catalog import Catalog
from optimizer.sizing.capacity import peaks
from optimizer.sizing.ceiling import ceiling_tokens_per_s, read_bytes_per_token
from optimizer.sizing.layouts import Split
from optimizer.sizing.memory import cache_bytes_per_token
from optimizer.sizing.shape import grouped_cache_elements, shape_of
from optimizer.sizing.training_time import all_reduce_bytes
from optimizer.sizing.training_work import KAPPA

Inputs = Mapping[str, str]
BITS_PER_BYTE = 8
RECOMPUTED_FLOPS = 2
"""Per parameter and token: the forward pass done again (docs/training.md §2)."""
DIVIDES = "per_"


def kv_cache(catalog: Catalog, given: Inputs) -> float:
    """κ · tokens · sequences, bytes; of a catalog model, or of a shape."""
    width, sequences = float(given["bytes"]), float(given["sequences"])
    if "model" in given:
        per_token = cache_bytes_per_token(shape_of(catalog.models[given["model"]]), width)
    else:
        layers, heads, size = (int(given[name]) for name in ("layers", "kv_heads", "head_dim"))
        per_token = grouped_cache_elements(layers, heads, size) * width
    return per_token * float(given["tokens"]) * sequences


def kv_ratio(catalog: Catalog, given: Inputs) -> float:
    """Cache per token of one model over that of another."""
    one, other = (shape_of(catalog.models[given[name]]) for name in ("model", "other"))
    return cache_bytes_per_token(one, 2.0) / cache_bytes_per_token(other, 2.0)


def weights(catalog: Catalog, given: Inputs) -> float:
    """Parameters × bits / 8, bytes; all weights alike, as such sums have it."""
    params = float(catalog.models[given["model"]].total_params if "model" in given else given["params"])
    return params * float(given["bits"]) / BITS_PER_BYTE


def weights_and_cache(catalog: Catalog, given: Inputs) -> float:
    """Bytes."""
    return weights(catalog, given) + kv_cache(catalog, given)


def room(catalog: Catalog, given: Inputs) -> float:
    """Memory of the cards less the weights, bytes; negative: does not fit."""
    return float(given["cards"]) * float(given["card_bytes"]) - weights(catalog, given)


def gpt_layer_params(catalog: Catalog, given: Inputs) -> float:
    """12·h² + 13·h: a decoder layer with biases and a feed-forward of 4·h."""
    hidden = float(given["hidden"])
    return 12 * hidden**2 + 13 * hidden


def trained_flops(catalog: Catalog, given: Inputs) -> float:
    """FLOP/s of one card with all activations recomputed: (κ + 2)·P·T / (seconds · cards)."""
    per_token = (KAPPA["full"] + RECOMPUTED_FLOPS) * float(given["params"])
    return per_token * float(given["tokens"]) / float(given["seconds"]) / float(given["cards"])


def all_reduce(catalog: Catalog, given: Inputs) -> float:
    """A ring sum over cards: 2(n − 1)/n · bytes / rate of one direction, s."""
    return all_reduce_bytes(float(given["ranks"]), float(given["bytes"])) / float(given["bytes_per_s"])


def little(catalog: Catalog, given: Inputs) -> float:
    """Output tokens/s of requests steadily in flight: c·O / (TTFT + O·ITL)."""
    tokens = float(given["output_tokens"])
    return float(given["in_flight"]) * tokens / (float(given["ttft_s"]) + tokens * float(given["itl_s"]))


def stream_cap(catalog: Catalog, given: Inputs) -> float:
    """Tokens/s of one stream at nominal bandwidth."""
    shape, facts = shape_of(catalog.models[given["model"]]), catalog.cards[given["card"]].facts
    tensor = int(given["tensor"])
    read = read_bytes_per_token(
        shape,
        Split(tensor, tensor, 1),
        bytes_per_weight=float(given["bytes_per_weight"]),
        bytes_per_cached_value=float(given["bytes"]),
        context=float(given["context"]),
    )
    return ceiling_tokens_per_s(facts.memory_bandwidth_bytes_per_s / facts.devices if facts else 0.0, read)


def card_rate(catalog: Catalog, given: Inputs) -> float:
    """Dense peak of a card by the catalog, FLOP/s."""
    facts = catalog.cards[given["card"]].facts
    return float(peaks(facts)[given["precision"]]) if facts else 0.0


def product(catalog: Catalog, given: Inputs) -> float:
    """All inputs multiplied; those named `per_…` divide."""
    return prod(1 / float(value) if name.startswith(DIVIDES) else float(value) for name, value in given.items())


def sum_(catalog: Catalog, given: Inputs) -> float:
    """All inputs added."""
    return sum(map(float, given.values()))


def margin(catalog: Catalog, given: Inputs) -> float:
    """(income − cost) / cost."""
    cost = float(given["cost"])
    return (float(given["income"]) - cost) / cost


def break_even(catalog: Catalog, given: Inputs) -> float:
    """Tokens after which a machine has paid for itself: price / (API price − own cost), both per 10^6 tokens."""
    own = float(given["unit_cost"])
    return float(given["price"]) / (own / (1 - float(given["below"])) - own) * 1e6


def running_cost(catalog: Catalog, given: Inputs) -> float:
    """Price + energy + rent per kW and month."""
    kilowatts = float(given["kilowatts"])
    energy = kilowatts * float(given["hours"]) * float(given["per_kwh"])
    return float(given["price"]) + energy + kilowatts * float(given["months"]) * float(given["per_kw_month"])


def three_phase_current(catalog: Catalog, given: Inputs) -> float:
    """Amperes: P / (√3 · line voltage)."""
    return float(given["watts"]) / (sqrt(3) * float(given["line_volts"]))


FORMULAS: dict[str, Callable[[Catalog, Inputs], float]] = {
    "kv_cache": kv_cache, "kv_ratio": kv_ratio, "weights": weights, "weights_and_cache": weights_and_cache,
    "room": room, "gpt_layer_params": gpt_layer_params, "trained_flops": trained_flops, "little": little,
    "all_reduce": all_reduce,
    "stream_cap": stream_cap, "card_rate": card_rate, "product": product, "sum": sum_, "margin": margin,
    "break_even": break_even, "running_cost": running_cost, "three_phase_current": three_phase_current,
}  # fmt: skip
"""By the name a row gives."""
