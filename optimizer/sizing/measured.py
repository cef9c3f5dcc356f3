"""Measured capacities (short form): a row replaces the model for its workload and server."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from optimizer.sizing.attempts import REQUESTS_PER_S
from optimizer.sizing.option import Option, Rejection

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import MeasuredCapacity, Request
    from optimizer.inputs.workload import Workload


def measured_options(request: Request, workload: Workload, server: Server) -> tuple[Option, ...] | Rejection | None:
    """One option per measured row; a rejection where every row says 0; None without rows."""
    rows = [m for m in request.measured if m.workload == workload.name and m.server == server.id]
    if not rows:
        return None
    useful = [m for m in rows if m.capacity > 0]
    if not useful:
        return Rejection(
            workload=workload.name,
            server=server.id,
            limit="measured_zero",
            needed="a capacity above 0",
            available=0,
            unit=rows[0].unit,
        )
    facts = request.catalog.cards[server.card].facts
    devices = facts.devices if facts else 1
    return tuple(_option(workload, m, m.cards * devices) for m in useful)


def _option(workload: Workload, row: MeasuredCapacity, devices: int) -> Option:
    capacity = Fraction(row.capacity)
    return Option(
        workload=workload.name,
        server=row.server,
        origin="measured",
        layout=None,
        devices=devices,
        unit=row.unit,
        point_capacity=capacity,
        band=None,
        quantile=None,
        capacity=capacity,
        requests_per_s=float(capacity) if workload.kind == "inference" and row.unit == REQUESTS_PER_S else None,
        max_context_tokens=workload.max_context_tokens if workload.kind == "inference" else None,
        notes=(f"measured: {row.source}, {row.date}",),
    )
