"""`procure rank`: its flags. What it does stands in `rank_command.py`, loaded when it runs."""

from typing import Annotated, Literal

import typer

from optimizer.cli.catalog import Buyer, Domestic, Ecosystem, Json, Language, Vendor

MarketClass = Annotated[
    Literal["consumer", "workstation", "datacenter"], typer.Option("--class", help="Which ladder: class of the card.")
]
Precision = Annotated[
    Literal["bf16", "fp16", "fp8", "int8", "fp4"], typer.Option("--precision", help="Whose dense peak counts.")
]
Weights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="C/M/B/I/E",
        help="Weights of compute, memory, bandwidth, interconnect, efficiency; default: those of the class.",
    ),
]
MinMemory = Annotated[
    float | None,
    typer.Option("--min-memory-gb", min=0, metavar="GB", help="At least this memory; says how many cards go."),
]
Top = Annotated[int | None, typer.Option("--top", min=1, metavar="N", help="Only the first N ranked cards.")]
Model = Annotated[
    str | None, typer.Option("--model", metavar="ID", help="Also tokens per CNY and per kWh for this model.")
]
InputTokens = Annotated[
    int | None, typer.Option("--input", min=1, metavar="N", help="With --model: tokens in; default 1024.")
]
OutputTokens = Annotated[
    int | None, typer.Option("--output", min=1, metavar="N", help="With --model: tokens out; default 256.")
]
Tpot = Annotated[
    float | None, typer.Option("--tpot", metavar="MS", help="With --model: limit of TPOT p95; default 50.")
]
Ttft = Annotated[
    float | None, typer.Option("--ttft", metavar="MS", help="With --model: limit of TTFT p95; default: none.")
]
WeightPrecision = Annotated[
    list[str] | None,
    typer.Option(
        "--precision-of-weights",
        metavar="FORMAT",
        help="With --model: weight format; may be repeated. Default: the checkpoint's own, 16-bit and 8-bit.",
    ),
]
By = Annotated[
    Literal["score", "tokens_per_cny", "tokens_per_kwh"] | None,
    typer.Option("--by", help="Order; default: score, with --model tokens_per_cny."),
]


def rank(
    market_class: MarketClass = "datacenter",
    precision: Precision = "bf16",
    weights: Weights = None,
    min_memory_gb: MinMemory = None,
    vendor: Vendor = None,
    ecosystem: Ecosystem = None,
    buyer: Buyer = None,
    domestic: Domestic = None,
    top: Top = None,
    model: Model = None,
    input_tokens: InputTokens = None,
    output_tokens: OutputTokens = None,
    tpot_ms: Tpot = None,
    ttft_ms: Ttft = None,
    weight_precision: WeightPrecision = None,
    by: By = None,
    json_target: Json = None,
    lang: Language = "en",
) -> int:
    """Rank cards of one class; tokens per CNY and kWh of a model."""
    from optimizer.cli.rank_command import RankOptions, rank_command
    from optimizer.report.catalog.filters import Filters

    options = RankOptions(
        market_class=market_class, precision=precision, weights=weights, top=top, model=model, by=by,
        filters=Filters(vendor, min_memory_gb, ecosystem, market_class, buyer, domestic),
        input_tokens=input_tokens, output_tokens=output_tokens, tpot_ms=tpot_ms, ttft_ms=ttft_ms,
        weight_precision=tuple(weight_precision or ()), json_target=json_target, language=lang,
    )  # fmt: skip
    return rank_command(options)
