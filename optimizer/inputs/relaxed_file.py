"""The user's own YAML with some values changed, comments and layout kept."""

import io
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq

WIDTH = 4096
"""Lines are never folded anew."""


def relaxed_text(text: str, changes: Mapping[str, Any]) -> str:
    """`text` with each dotted path (`site.racks[0].count`) set to its new value; None removes a limit.

    Absent mappings on the way are added; lists must exist.
    """
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    document = yaml.load(text)
    for path, value in changes.items():
        *parents, last = [int(p) if p.isdigit() else p for p in re.findall(r"[^.\[\]]+", path)]
        node: Any = document
        for step in parents:
            if isinstance(node, CommentedMap) and node.get(step) is None:
                node[step] = CommentedMap()
            node = node[step]
        if value is None:
            node.pop(last, None)
        else:
            node[last] = _plain(value)
    out = io.StringIO()
    yaml.dump(document, out)
    return out.getvalue()


def _plain(value: Any) -> Any:
    """A value as YAML writes it: whole numbers without a point, lists in one line."""
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, tuple):
        listed = CommentedSeq(value)
        listed.fa.set_flow_style()
        return listed
    return value
