"""A published training row as a case that the model can predict, or the reason why it cannot (docs/training.md §6)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from optimizer.inputs.published.words import degree, number
from optimizer.sizing.accuracy.case import Unpredictable
from optimizer.sizing.training_accuracy.words import (
    MEMORY,
    TIMES,
    bits_of,
    method_of,
    metric_of,
    notes_of,
    recomputed_of,
    software_of,
    states_of,
    tokens_of,
)
from optimizer.sizing.training_layout import TrainingLayout, rule_layout, spread
from optimizer.sizing.training_machine import TrainingMachine, machine_of
from optimizer.sizing.training_recompute import rule_recompute
from optimizer.sizing.training_search import best
from optimizer.sizing.training_work import TrainingWork

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card
    from optimizer.inputs.published.rows import PublishedRow
    from optimizer.sizing.training_accuracy.models import TrainedModels
    from optimizer.sizing.training_accuracy.systems import TrainingSystem, TrainingSystems

UNSTATED_SEQUENCE, UNSTATED_CARDS = 4096, 8
HFU = 8 / 6
"""Sources that count recomputed FLOPs report that much more."""


@dataclass(frozen=True)
class TrainingCase:
    """One measured row."""

    id: str
    card: Card
    work: TrainingWork
    machine: TrainingMachine
    peak_flops: float
    """16-bit, of one device, FLOP/s: what MFU refers to."""
    cards: int
    stated: TrainingLayout
    """The layout as the row states it, the rule's where it does not."""
    ruled: TrainingLayout
    """The layout by the rule alone."""
    searched: TrainingLayout | None
    """The layout that a plan takes for the same devices and global batch; None where memory holds none."""
    layout_known: bool
    finetune: bool
    metric: str
    counted: float
    """FLOPs that the row counts over model FLOPs."""
    tokens: float
    """Of the whole run; 0 = not stated, and not needed."""
    value: float

    @property
    def devices_per_card(self) -> int:
        assert self.card.facts is not None
        return self.card.facts.devices

    @property
    def devices(self) -> int:
        return self.cards * self.devices_per_card


class TrainingCases:
    """Reads rows as cases."""

    def __init__(self, systems: TrainingSystems, models: TrainedModels) -> None:
        self._systems, self._models = systems, models

    def of(self, row: PublishedRow) -> TrainingCase:
        """Raises Unpredictable with the reason."""
        cells = row.cells
        if reason := _other_question(cells):
            raise Unpredictable(reason)
        metric = metric_of(cells["metric"])
        if metric is None:
            raise Unpredictable("unknown metric: " + (cells["metric"] or "blank"))
        value = number(cells["value"])
        if not value:
            raise Unpredictable("the value is no positive number: " + (cells["value"] or "blank"))
        method, bits = method_of(cells["task"]), bits_of(cells["precision"])
        if method is None:
            raise Unpredictable("unknown task: " + (cells["task"] or "blank"))
        if bits is None:
            raise Unpredictable("unknown precision: " + cells["precision"])
        params, active = number(cells["total_params_b"]), number(cells["active_params_b"])
        model = self._models.find(cells["model"], params and params * 1e9, active and active * 1e9)
        if model is None:
            raise Unpredictable("unknown model without parameter count: " + (cells["model"] or "blank"))
        cards = _cards(cells)
        system = self._systems.find(cells["accelerator"], cells["interconnect"], cards)
        if system is None:
            raise Unpredictable("label without card id: " + (cells["accelerator"] or "blank"))
        tokens = tokens_of(cells["tokens_trained"])
        if metric in TIMES and not tokens:
            raise Unpredictable("tokens trained not stated")
        notes = notes_of(cells["notes"])
        work = TrainingWork(
            model=model, method=method, sequence_tokens=degree(cells["sequence_length"]) or UNSTATED_SEQUENCE,
            bits=bits if _computes(system, bits) else 16, software=software_of(cells["framework"], method),
            states=states_of(cells["framework"], cells["precision"]), trains_ends="emb" in notes.get("variant", ""),
        )  # fmt: skip
        machine = _machine(system, "fp16" if cells["precision"].startswith("fp16") else "bf16")
        assert system.card.facts is not None
        devices = cards * system.card.facts.devices
        batch = number(cells["global_batch_tokens"]) or None
        known = bool(cells["tensor_parallel"] or cells["pipeline_parallel"] or cells["zero_stage"])
        ruled = rule_layout(work, machine, devices, batch)
        return TrainingCase(
            id=row.id, card=system.card, work=work, machine=machine, peak_flops=machine.flops, cards=cards,
            stated=_stated(cells, notes, work, machine, devices, batch),
            ruled=ruled, searched=_searched(work, machine, devices, ruled), layout_known=known,
            finetune="pretrain" not in cells["task"].lower(), metric=metric,
            counted=HFU if "HFU" in notes.get("definition", "") else 1.0, tokens=tokens, value=value,
        )  # fmt: skip


def _other_question(cells: dict[str, str]) -> str | None:
    """What the row measures where it is no plain training."""
    if "ssd offload" in cells["framework"].lower():
        return "offload to SSD is not modelled"
    if cells["source"].lower().startswith("recall"):
        return "a figure from recall, without a source"
    if re.search(r"\brl\b|rlhf|grpo|ppo", (cells["model"] + " " + cells["task"]).lower()):
        return "reinforcement learning with generation inside"
    return None


def _cards(cells: dict[str, str]) -> int:
    stated = degree(cells["accelerators"])
    if stated is not None:
        return stated
    degrees = [degree(cells[name]) for name in ("tensor_parallel", "pipeline_parallel", "data_parallel")]
    product = 1
    for known in degrees:
        product *= known or 1
    return product if any(degrees) else UNSTATED_CARDS


def _computes(system: TrainingSystem, bits: int) -> bool:
    """Whether the chip multiplies in that width; else it unpacks to 16 bit."""
    facts = system.card.facts
    assert facts is not None
    if bits == 4:
        return facts.fp4_flops is not None
    return bits == 16 or facts.fp8_flops is not None


def _machine(system: TrainingSystem, precision: str) -> TrainingMachine:
    machine = machine_of(
        system.card, precision, inside_bytes_per_s=system.inside_bytes_per_s,
        outside_bytes_per_s=system.outside_bytes_per_s, node_devices=system.node_devices,
    )  # fmt: skip
    return replace(machine, flops=machine.flops * system.peak_factor)


def _stated(
    cells: dict[str, str], notes: dict[str, str], work: TrainingWork, machine: TrainingMachine, devices: int,
    batch_tokens: float | None,
) -> TrainingLayout:  # fmt: skip
    """Degrees of the row; those it leaves open by the rule."""
    ruled = rule_layout(work, machine, devices, batch_tokens)
    tensor, pipeline = degree(cells["tensor_parallel"]), degree(cells["pipeline_parallel"])
    zero = number(cells["zero_stage"])
    context = degree(notes.get("context_parallel", ""))
    virtual = degree(notes.get("virtual_pipeline", "").split("(")[0])
    split = tensor is not None or pipeline is not None
    micro, steps = number(notes.get("micro_batch", "")), number(notes.get("grad_accum", ""))
    layout = replace(
        ruled,
        tensor=min(tensor or (1 if split else ruled.tensor), devices),
        pipeline=min(pipeline or (1 if split else ruled.pipeline), devices),
        context=context or (1 if split else ruled.context),
        experts=degree(notes.get("expert_parallel", "")) or ruled.experts,
        zero=ruled.zero if zero is None else min(3, round(zero)),
        recompute=recomputed_of(notes.get("recompute", "")),
        micro_batch=micro or _whole(ruled.micro_batch),
        virtual=virtual or (1 if pipeline else ruled.virtual),
        offload=notes.get("cpu_offload", "0") not in ("", "0", "no", "false"),
    )
    if batch_tokens is None and micro and steps:
        data = max(1.0, devices / (layout.ranks * layout.context))
        batch_tokens = micro * steps * data * work.sequence_tokens
    layout = spread(work, devices, layout, batch_tokens, context=machine.is_linked and context is None and not split)
    return layout if layout.recompute is not None else replace(layout, recompute=rule_recompute(work, machine, layout))


def _searched(
    work: TrainingWork, machine: TrainingMachine, devices: int, ruled: TrainingLayout
) -> TrainingLayout | None:
    batch = ruled.micro_steps * ruled.micro_batch * ruled.data * work.sequence_tokens
    found = best(work, machine, devices, batch_tokens=batch)
    return found.layout if found.holds else None


def _whole(sequences: float) -> float:
    return max(1.0, sequences)


def is_memory(case: TrainingCase) -> bool:
    """Whether the row is a peak of memory."""
    return case.metric == MEMORY
