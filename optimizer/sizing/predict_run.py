"""A measured run of the user's by the throughput model, in the run's own unit: what `r = measured / predicted` divides.

The same reading and the same prediction as for published rows (`accuracy/case.py`, `accuracy/predict.py`): degrees in
cards, unstated ones the smallest power of two that holds the weights, the cache in 8 bit where that is the default.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from optimizer.inputs.published.systems import MeasuredSystem
from optimizer.sizing.accuracy.case import LENGTHS_DRAWN_AT_80_TO_100_PCT, Case, assumed_cache_bytes, layout_of
from optimizer.sizing.accuracy.predict import predict
from optimizer.sizing.memory import RESERVE_BYTES, weight_bytes
from optimizer.sizing.precision import BYTES_PER_WEIGHT, KV_BYTES, sixteen_bit_flops
from optimizer.sizing.shape import shape_of

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts, Catalog
    from optimizer.inputs.measured_run import MeasuredRun


class NoPrediction(NamedTuple):
    """Why the model has no figure for a run: the column to look at, what is wrong, the remedy."""

    column: str
    what: str
    remedy: str


def predicted(run: MeasuredRun, catalog: Catalog) -> float | NoPrediction:
    """The run's quantity by the uncalibrated model."""
    card = catalog.cards[run.card]
    facts = card.facts
    if facts is None or sixteen_bit_flops(facts) is None:
        what = f"{run.card} has no 16-bit rate: nothing can be predicted for it"
        return NoPrediction("accelerator", what, "write the card's rate in a file under `catalog:`, or remove the row")
    case = case_of_run(run, card, facts, catalog)
    memory, width = facts.memory_bytes / facts.devices, BYTES_PER_WEIGHT[run.weight_precision]
    held = weight_bytes(case.shape, width, tensor=case.tensor, group=case.group, pipeline=case.pipeline)
    if held + RESERVE_BYTES > memory:
        what = f"weights take {held / 1e9:.0f} GB of a device with {memory / 1e9:.0f} GB: the run cannot have fitted"
        return NoPrediction("weight_precision", what, "correct the card, its number, the precision or the degrees")
    return predict(case)


def case_of_run(run: MeasuredRun, card: Card, facts: CardFacts, catalog: Catalog) -> Case:
    """The run as a case of the model."""
    model = catalog.models[run.model]
    shape, devices = shape_of(model), run.cards * facts.devices
    tensor, group, pipeline = layout_of(
        run.engine_class, (run.tensor_parallel, run.pipeline_parallel, run.expert_parallel), devices, facts, shape,
        run.weight_precision,
    )  # fmt: skip
    stated = KV_BYTES[run.kv_precision] if run.kv_precision is not None else None
    assumed = assumed_cache_bytes(run.weight_precision, run.engine_class)
    return Case(
        id=run.id, system=system_of_run(run, card, catalog), model=model, shape=shape, precision=run.weight_precision,
        weight_only=False, cache_bytes=assumed if stated is None else stated, engine_class=run.engine_class,
        devices=devices, tensor=tensor, group=group, pipeline=pipeline,
        input_tokens=run.input_tokens * (LENGTHS_DRAWN_AT_80_TO_100_PCT if "80-100%" in run.notes else 1.0),
        output_tokens=run.output_tokens, in_flight=math.inf if run.concurrency is None else run.concurrency,
        metric=run.metric, pure_decode="1/TPOT" in run.notes or "empty context" in run.notes, scenario=run.scenario,
        value=run.value,
    )  # fmt: skip


def system_of_run(run: MeasuredRun, card: Card, catalog: Catalog) -> MeasuredSystem:
    """The link of the server that `server_or_form` names, else the card's widest in the catalog.

    The widest is the cautious choice: a better link predicts more, so the factor comes out lower.
    """
    named = catalog.servers.get(run.server_or_form)
    if named is not None and named.card == run.card:
        return MeasuredSystem(card, named.scale_up_link, named.scale_up_domain_cards)
    offers = [(s.scale_up_domain_cards, s.scale_up_link) for s in catalog.servers.values() if s.card == run.card]
    domain, link = max(offers, default=(1, "none"))
    return MeasuredSystem(card, link, domain)
