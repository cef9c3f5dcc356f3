"""`procure size`: its flags. What it does stands in `size_command.py`, loaded when it runs."""

from typing import Annotated

import typer

from optimizer.cli.catalog import Json, Language

Model = Annotated[
    str | None, typer.Argument(metavar="MODEL", help="Model id, or the path of a Hugging Face config.json.")
]
Hardware = Annotated[str | None, typer.Argument(metavar="CARD|SERVER", help="Card or server id of the catalog.")]
Cards = Annotated[
    int | None,
    typer.Option("--cards", min=1, metavar="N", help="Cards to use; default: the server's, or the fewest that fit."),
]
Tensor = Annotated[int | None, typer.Option("--tp", min=1, metavar="T", help="Devices that split the heads.")]
Pipeline = Annotated[int | None, typer.Option("--pp", min=1, metavar="P", help="Pipeline stages.")]
Group = Annotated[int | None, typer.Option("--ep", min=1, metavar="E", help="Devices that share the experts.")]
Weights = Annotated[
    list[str] | None,
    typer.Option(
        "--precision",
        metavar="FORMAT",
        help="Weight format; may be repeated. Default: the checkpoint's own, 16-bit and 8-bit; training: bf16.",
    ),
]
Cache = Annotated[str | None, typer.Option("--kv", metavar="FORMAT", help="Format of the KV cache; default bf16.")]
InputTokens = Annotated[int | None, typer.Option("--input", min=1, metavar="N", help="Tokens in; default 1024.")]
OutputTokens = Annotated[int | None, typer.Option("--output", min=1, metavar="N", help="Tokens out; default 256.")]
InFlight = Annotated[
    int | None, typer.Option("--concurrency", min=1, metavar="N", help="Requests in flight; default: a planned rate.")
]
Ttft = Annotated[float | None, typer.Option("--ttft", metavar="MS", help="Limit of TTFT p95; default: none.")]
Tpot = Annotated[float | None, typer.Option("--tpot", metavar="MS", help="Limit of TPOT p95; default: none.")]
Engine = Annotated[
    str | None, typer.Option("--engine", metavar="NAME", help="Inference engine; default: that of the card's stack.")
]
MaxContext = Annotated[
    int | None,
    typer.Option("--max-context", min=1, metavar="N", help="Longest sequence; default: tokens in + out."),
]
MemoryUse = Annotated[
    float | None, typer.Option("--memory-use", metavar="X", help="Share of card memory to use; default 0.9.")
]
Fabric = Annotated[
    float | None,
    typer.Option("--fabric", metavar="GBIT", help="Network per card between servers; default: the server's NICs."),
]
Train = Annotated[
    str | None,
    typer.Option("--train", metavar="HOW", help="Size training: pretrain, full, lora or qlora fine-tuning."),
]
Sequence = Annotated[int | None, typer.Option("--sequence", min=1, metavar="N", help="Training: tokens; default 4096.")]
Tokens = Annotated[
    float | None, typer.Option("--tokens", metavar="N", help="Training: of the run, all epochs; default 1e9.")
]
BatchTokens = Annotated[
    float | None, typer.Option("--batch-tokens", metavar="N", help="Training: global batch; default not limited.")
]
Days = Annotated[float | None, typer.Option("--days", metavar="D", help="Training: the run must end in so many days.")]
Mfu = Annotated[float | None, typer.Option("--mfu", metavar="X", help="Training: own MFU in place of the model.")]
Offload = Annotated[bool, typer.Option("--offload", help="Training: optimizer states may lie in host memory.")]
Context = Annotated[int | None, typer.Option("--cp", min=1, metavar="C", help="Training: devices that cut a sequence.")]
Zero = Annotated[int | None, typer.Option("--zero", min=0, max=3, metavar="Z", help="Training: ZeRO stage, 0 to 3.")]
Recompute = Annotated[
    str | None, typer.Option("--recompute", metavar="none|all", help="Training: activations recomputed.")
]
Quick = Annotated[bool, typer.Option("--quick", help="Print published sums beside the computed ones, and no more.")]


def size(
    model: Model = None,
    hardware: Hardware = None,
    cards: Cards = None,
    tensor: Tensor = None,
    pipeline: Pipeline = None,
    group: Group = None,
    weight_precision: Weights = None,
    kv_precision: Cache = None,
    input_tokens: InputTokens = None,
    output_tokens: OutputTokens = None,
    concurrency: InFlight = None,
    ttft_ms: Ttft = None,
    tpot_ms: Tpot = None,
    engine: Engine = None,
    max_context: MaxContext = None,
    memory_use: MemoryUse = None,
    fabric_gbit: Fabric = None,
    train: Train = None,
    sequence: Sequence = None,
    tokens: Tokens = None,
    batch_tokens: BatchTokens = None,
    days: Days = None,
    mfu: Mfu = None,
    offload: Offload = False,
    context: Context = None,
    zero: Zero = None,
    recompute: Recompute = None,
    quick: Quick = False,
    json_target: Json = None,
    lang: Language = "en",
) -> int:
    """Size one model on one card or server, every sum shown."""
    from optimizer.cli.size_command import SizeOptions, size_command

    options = SizeOptions(
        model=model, hardware=hardware, cards=cards, tensor=tensor, pipeline=pipeline, group=group,
        weight_precision=tuple(weight_precision or ()), kv_precision=kv_precision, input_tokens=input_tokens,
        output_tokens=output_tokens, concurrency=concurrency, ttft_ms=ttft_ms, tpot_ms=tpot_ms, engine=engine,
        max_context=max_context, memory_use=memory_use, fabric_gbit=fabric_gbit, quick=quick,
        json_target=json_target, language=lang, train=train, sequence=sequence, tokens=tokens,
        batch_tokens=batch_tokens, days=days, mfu=mfu, offload=offload or None, context=context,
        zero=zero, recompute=recompute,
    )  # fmt: skip
    return size_command(options)
