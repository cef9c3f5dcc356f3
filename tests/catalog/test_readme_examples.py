"""The entries that catalogs/README.md shows are entries one can write."""

import re

from optimizer.inputs.catalog import Card, LanguageModel, Server
from optimizer.inputs.offer_terms import TERMS
from optimizer.inputs.price_book import COLUMNS, parse_price_book
from optimizer.inputs.yaml_reader import read_yaml
from optimizer.resources import resource
from tests.catalog.shipped import book


def example(language: str) -> str:
    text = resource("catalogs", "README.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return str(found)


def test_own_entries() -> None:
    document = read_yaml(example("yaml"), "README.md")
    assert document.problems == ()
    (card,) = map(Card.model_validate, document.data["cards"])
    (server,) = map(Server.model_validate, document.data["servers"])
    (model,) = map(LanguageModel.model_validate, document.data["models"])
    assert (server.card, model.total_params) == (card.id, 7_620_000_000)


def test_own_price() -> None:
    fields = book().model_dump(exclude={"quotes"})
    (quote,) = parse_price_book(
        fields, f"{','.join(c for c in COLUMNS if c not in TERMS)}\n{example('csv')}", "quotes.csv"
    ).quotes
    assert (quote.item_id, str(quote.typical)) == ("my-server-8", "1200000")
