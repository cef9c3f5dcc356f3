"""How many servers a gang needs, what keeps it from growing beyond one, and what it misses at best."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from optimizer.sizing.links import fabric_bytes_per_s, link_class
from optimizer.sizing.option import Layout as OptionLayout
from optimizer.sizing.planned_rate import Miss

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import Request
    from optimizer.sizing.option import Limit
    from optimizer.sizing.training import Gang, Trainer

T = TypeVar("T")
SLOW_NIC_BYTES_PER_S = 12.5e9
"""The slowest link between servers, per card, that the fitted scaling has seen (docs/training.md §1)."""


def barrier(request: Request, server: Server) -> Limit | None:
    """What keeps a group inside one server: no scale-up link of its cards, or no fabric on the site."""
    if link_class(server.scale_up_link) == "pcie":
        return "link"
    return "fabric" if request.requirements.site.fabric is None else None


def smallest(trainer: Trainer, tokens: float, limit_s: float, *, first: int, most: int) -> Gang | None:
    """The gang of the fewest servers, `first` to `most`, that does the job in time; None where none does.

    Doubled until in time, then bisected; a gang that is odd for its layout may be passed over.
    """
    return fewest(lambda servers: trainer.choose(servers * trainer.devices, tokens, limit_s), first, most)


def fewest(found: Callable[[int], T | None], first: int, most: int) -> T | None:
    """What is found for the smallest number from `first` to `most`, taken to be found for every larger one too."""
    high = first
    while found(high) is None:
        if high == most:
            return None
        low, high = high + 1, min(2 * high, most)
    if high == first:
        return found(high)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if found(middle) is not None else (middle + 1, high)
    return found(low)


def best_miss(trainer: Trainer, tokens: float, limit_s: float, unit: str, unit_s: float, most: int) -> Miss:
    """The limit that gangs of up to `most` servers miss: memory where none holds the job, else the time."""
    sizes = [trainer.devices * 2**power for power in range(most.bit_length()) if 2**power < most]
    sizes.append(trainer.devices * most)
    times = [gang.seconds(tokens, trainer.quantile_factor) for size in sizes for gang in trainer.gangs(size)]
    if not times:
        return trainer.least_memory(sizes[-1])
    return Miss("deadline", limit_s / unit_s, round(min(times) / unit_s, 3), unit, min(times) / limit_s)


def layout_of(trainer: Trainer, gang: Gang) -> OptionLayout:
    """The gang's layout in the words of an option."""
    layout = gang.layout
    return OptionLayout(
        tensor_parallel=layout.tensor,
        pipeline_parallel=layout.pipeline,
        expert_parallel=layout.experts if trainer.work.model.is_moe else layout.tensor,
        devices=gang.devices,
        weight_precision=trainer.precision,
        kv_precision=None,
    )


def gang_notes(request: Request, trainer: Trainer, gang: Gang) -> tuple[str, ...]:
    """What a reader must know of a gang."""
    return (*trainer.notes, *_layout_notes(trainer, gang), *gang_cautions(request, trainer, gang))


def _layout_notes(trainer: Trainer, gang: Gang) -> Iterator[str]:
    layout = gang.layout
    zero = f", ZeRO-{layout.zero}" if layout.zero else ""
    cut = f" × {layout.context} context" if layout.context > 1 else ""
    yield (
        f"layout: {layout.tensor} tensor × {layout.pipeline} pipeline{cut} × {round(layout.data)} data{zero}, "
        f"{layout.micro_batch:g} sequences at a time"
    )
    if layout.recompute:
        yield "activations are recomputed, or memory would not hold them"
    if layout.offload:
        yield f"optimizer states lie in host memory: {gang.memory.host * trainer.devices / 1e9:.0f} GB per server"
    if not gang.fits:
        yield f"memory is tight: {gang.memory.total / 1e9:.0f} of {trainer.memory_bytes / 1e9:.0f} GB per device"


def gang_cautions(request: Request, trainer: Trainer, gang: Gang) -> Iterator[str]:
    """What its layout and links make doubtful."""
    layout = gang.layout
    if layout.devices < gang.devices:
        yield f"{gang.devices - layout.devices} of {gang.devices} devices idle: the layout leaves them over"
    if gang.devices > trainer.devices:
        rate = fabric_bytes_per_s(request.requirements.site.fabric, trainer.server)
        if rate is not None and rate < SLOW_NIC_BYTES_PER_S:
            yield f"{rate * 8 / 1e9:.0f} Gbit/s per card between servers: slower than any measured row"
    elif layout.devices > trainer.facts.devices and not trainer.is_linked:
        yield "several cards over PCIe: no scale-up link in this offer"
