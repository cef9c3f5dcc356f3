"""What a delivered pool must show: the machine as the sizing counts with it, and the speed that the model predicts.

link, one direction   scale-up rate / 2 per card inside the server's domain, else host link / 2; × η_link counts
stream                sizing/stream.py at the mean context; never above the bandwidth ceiling
batch                 the planned point of the load curve (docs/throughput.md §8)
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Server
from optimizer.inputs.workload import InferenceWorkload
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import RENT_SUFFIX, Prepared
from optimizer.plan.load_curves import LoadCurve
from optimizer.plan.machines import Pool
from optimizer.sizing.fitted import FITTED
from optimizer.sizing.layouts import Split
from optimizer.sizing.links import LinkClass, link_class
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.size import prepare
from optimizer.sizing.stream import stream_of


class ExpectedMachine(Frozen):
    """One server of a pool by the facts of the catalog; a fact that no source gives is null."""

    server: str
    rented: bool
    devices: int
    """Accelerator devices that its software sees."""
    memory_bytes_per_device: int | None
    ecc: Literal["yes", "no", "unknown"]
    link: str
    """Name of the scale-up link; empty where cards talk over the host link."""
    link_class: LinkClass
    link_domain_cards: int
    link_bytes_per_s: float | None
    """One direction per card, nominal, to all peers together."""
    link_efficiency: float
    """Share of a link that the sizing counts with."""
    nics: str
    nic_bits_per_s_per_card: int | None
    source: str
    """Of the card's facts."""
    date: str
    confidence: str


class ExpectedSpeed(Frozen):
    """One replica of an inference workload on a pool, point prediction."""

    workload: str
    server: str
    rented: bool
    devices: int
    layout: str
    """`TP4 PP1`."""
    weight_precision: str
    context_tokens: float
    """Mean context at which the stream is decoded."""
    stream_tokens_per_s: float
    stream_ceiling_tokens_per_s: float
    concurrency: int
    """B*: requests in flight of the plan."""
    output_tokens_per_s: float
    """Of all B* requests together."""
    ttft_p95_ms: float | None
    tpot_p95_ms: float | None
    ttft_limit_ms: float | None
    tpot_limit_ms: float | None
    """What the file asks for; null where it asks for nothing."""
    rate_per_s: float | None
    """Requests/s that the plan counts one replica for; null where requests in flight are planned."""
    band_p10: float | None
    band_p50: float | None
    band_p90: float | None
    """Measured / predicted."""


class Acceptance(Frozen):
    """Both, in the order of pools and placements."""

    machines: tuple[ExpectedMachine, ...] = ()
    speeds: tuple[ExpectedSpeed, ...] = ()


def acceptance(
    prepared: Prepared, pools: Sequence[Pool], placed: Sequence[Placed], curves: Sequence[LoadCurve]
) -> Acceptance:
    """Of pools that are bought or rented; what is owned was accepted long ago."""
    acquired = [pool for pool in pools if pool.count]
    keys = {(pool.server, pool.rented) for pool in acquired}
    machines = tuple(_machine(prepared, pool) for pool in acquired)
    return Acceptance(machines=machines, speeds=tuple(_speeds(prepared, placed, curves, keys)))


def _machine(prepared: Prepared, pool: Pool) -> ExpectedMachine:
    server = prepared.offer(pool.server + (RENT_SUFFIX if pool.rented else "")).server
    card = prepared.request.catalog.cards[pool.card]
    facts, spec = card.facts, card.spec
    kind, rate = _link(prepared, server)
    return ExpectedMachine(
        server=pool.server,
        rented=pool.rented,
        devices=pool.cards_per_server * (facts.devices if facts else 1),
        memory_bytes_per_device=facts.memory_bytes // facts.devices if facts else None,
        ecc=card.ecc,
        link="" if kind == "pcie" else server.scale_up_link,
        link_class=kind,
        link_domain_cards=server.scale_up_domain_cards,
        link_bytes_per_s=rate,
        link_efficiency=FITTED["eta_link"],
        nics=server.nics,
        nic_bits_per_s_per_card=server.scale_out_bits_per_s_per_card or None,
        source=spec.source if spec else "",
        date=spec.date if spec else "",
        confidence=spec.confidence if spec else "low",
    )


def _link(prepared: Prepared, server: Server) -> tuple[LinkClass, float | None]:
    """Class, and bytes/s in one direction per card; none where a server has one card or the rate is not known."""
    facts, kind = prepared.request.catalog.cards[server.card].facts, link_class(server.scale_up_link)
    if facts is None or server.cards == 1:
        return kind, None
    if kind == "pcie" or server.scale_up_domain_cards == 1 or not facts.scale_up_bytes_per_s:
        return "pcie", facts.host_link_bytes_per_s / 2
    return kind, facts.scale_up_bytes_per_s / 2


def _speeds(
    prepared: Prepared, placed: Sequence[Placed], curves: Sequence[LoadCurve], keys: set[tuple[str, bool]]
) -> Iterator[ExpectedSpeed]:
    """One per workload, pool and layout; measured services and `traffic: fit` have none."""
    seen = set()
    for p in placed:
        workload, facts = prepared.request.requirements.workloads[p.workload], prepared.offer(p.offer)
        layout, key = p.option.layout, (p.workload, p.offer, p.option.layout)
        if key in seen or (facts.key, facts.rented) not in keys or layout is None:
            continue
        seen.add(key)
        if not isinstance(workload, InferenceWorkload):
            continue
        found = prepare(prepared.request, workload, facts.server)
        ours = (workload.name, facts.key, p.option.devices, layout.weight_precision)
        point = next(
            (point for c in curves for point in c.points
             if (c.workload, c.server, c.devices, c.weight_precision) == ours and point.planned),
            None,
        )  # fmt: skip
        if isinstance(found, Miss) or (ask := found[0].ask) is None or point is None:
            continue
        split = Split(layout.tensor_parallel, layout.expert_parallel, layout.pipeline_parallel)
        stream = stream_of(found[0], layout.weight_precision, split, ask.mean_context)
        latencies, band, limits = p.option.latencies, p.option.band, workload.latency
        yield ExpectedSpeed(
            workload=workload.name,
            server=facts.key,
            rented=facts.rented,
            devices=p.option.devices,
            layout=f"TP{layout.tensor_parallel} PP{layout.pipeline_parallel}",
            weight_precision=layout.weight_precision,
            context_tokens=ask.mean_context,
            stream_tokens_per_s=stream.tokens_per_s,
            stream_ceiling_tokens_per_s=stream.ceiling_tokens_per_s,
            concurrency=point.concurrency,
            output_tokens_per_s=point.output_tokens_per_s,
            ttft_p95_ms=latencies.ttft_p95_ms if latencies else None,
            tpot_p95_ms=latencies.tpot_p95_ms if latencies else None,
            ttft_limit_ms=limits.ttft_p95_ms,
            tpot_limit_ms=limits.tpot_limit_ms,
            rate_per_s=float(p.option.capacity) if p.option.unit == "requests/s" else None,
            band_p10=band.p10 if band else None,
            band_p50=band.p50 if band else None,
            band_p90=band.p90 if band else None,
        )
