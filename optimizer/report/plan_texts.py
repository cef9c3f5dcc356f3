"""What a plan says in English of its own accord, in both languages. What is not in the tables stays as it is."""

import re

from optimizer.report.plan_text_table import PATHS, PATTERNS, TEXTS
from optimizer.report.texts import Words, in_order, known, label, same
from optimizer.report.training_text_table import TRAINING_PATHS, TRAINING_PATTERNS, TRAINING_TEXTS

INDEX = re.compile(r"\[\d+\]")
ALL_TEXTS, ALL_PATHS = TEXTS | TRAINING_TEXTS, PATHS | TRAINING_PATHS
COMPILED = tuple((re.compile(pattern), chinese) for pattern, chinese in (*TRAINING_PATTERNS, *PATTERNS))


PRICE = re.compile(r"price \((.+), (.+), VAT (.+)\)")


def in_both(text: str, language: str) -> Words:
    """A text of ours that came with the plan: a unit, a note, a rule, a category."""
    if text in ALL_TEXTS:
        return in_order(ALL_TEXTS[text], text, language)
    if price := PRICE.fullmatch(text):
        basis, book, vat = price.groups()
        words = (label(key, "zh") if known(key) else key for key in (f"basis.{basis}", f"vat.{vat}"))
        return in_order(f"价格（{next(words)}，{book}，增值税：{next(words)}）", text, language)
    for pattern, chinese in COMPILED:
        if found := pattern.fullmatch(text):
            return in_order(chinese.format(*found.groups()), text, language)
    return same(text)


def path_name(path: str, language: str) -> Words:
    """What a field of the requirements file, or a rule, is about; empty where the table does not know it."""
    if path.startswith("stock."):
        return in_order(*ALL_PATHS["stock"], language).with_tail(f" {path.removeprefix('stock.')}")
    key = INDEX.sub("", path)
    for head in ("", "workloads.traffic.mix.", "workloads.traffic.", "workloads.", "site.racks.", "inventory."):
        if key.startswith(head) and key.removeprefix(head) in ALL_PATHS:
            return in_order(*ALL_PATHS[key.removeprefix(head)], language)
    return same("")
