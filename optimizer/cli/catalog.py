"""`procure catalog …`: look at the market and check it. Each command loads what it needs when it runs."""

from pathlib import Path
from typing import Annotated, Literal

import typer

catalog_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Look at the catalog, and check it.")

Json = Annotated[str | None, typer.Option("--json", metavar="FILE|-", help="Write JSON; - = stdout, without tables.")]
Language = Annotated[Literal["zh", "en"], typer.Option("--lang", help="Language of the tables.")]
Vendor = Annotated[str | None, typer.Option("--vendor", metavar="NAME", help="Maker of the card or server.")]
Ecosystem = Annotated[str | None, typer.Option("--ecosystem", metavar="ID", help="Software stack of the card.")]
Buyer = Annotated[
    Literal["state", "soe", "private", "overseas"] | None, typer.Option("--buyer", help="What this buyer may have.")
]
Domestic = Annotated[bool | None, typer.Option("--domestic/--foreign", help="Cards of Chinese vendors, or all others.")]


@catalog_app.command("list")
def list_entries(
    kind: Annotated[
        Literal["cards", "servers", "models", "ecosystems", "prices", "parameters"], typer.Argument(help="Which list.")
    ],
    vendor: Vendor = None,
    min_memory_gb: Annotated[
        float | None,
        typer.Option("--min-memory-gb", min=0, metavar="GB", help="At least this card memory, of all cards together."),
    ] = None,
    ecosystem: Ecosystem = None,
    market_class: Annotated[
        Literal["consumer", "workstation", "datacenter"] | None, typer.Option("--class", help="Class of the card.")
    ] = None,
    buyer: Buyer = None,
    domestic: Domestic = None,
    json_target: Json = None,
    lang: Language = "en",
) -> int:
    """List entries of one kind; × marks those no plan can use."""
    from optimizer.cli.catalog_commands import list_command
    from optimizer.report.catalog.filters import Filters

    filters = Filters(vendor, min_memory_gb, ecosystem, market_class, buyer, domestic)
    return list_command(kind, filters, json_target, lang)


@catalog_app.command()
def show(
    entry_id: Annotated[str, typer.Argument(metavar="ID", help="As `catalog list` prints it.")],
    json_target: Json = None,
    lang: Language = "en",
) -> int:
    """All that is known of one entry, with sources and quotes."""
    from optimizer.cli.catalog_commands import show_command

    return show_command(entry_id, json_target, lang)


@catalog_app.command()
def compare(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="Two or more, of one kind.")],
    json_target: Json = None,
    lang: Language = "en",
) -> int:
    """Cards, servers or models side by side; ≠ marks differences."""
    from optimizer.cli.catalog_commands import compare_entries_command

    return compare_entries_command(ids, json_target, lang)


@catalog_app.command()
def check(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="Own catalog file or folder; default: the shipped one.")
    ] = None,
    json_target: Json = None,
) -> int:
    """Check the shipped catalog or your own: problems, warnings."""
    from optimizer.cli.catalog_commands import check_catalog_command

    return check_catalog_command(path, json_target)
