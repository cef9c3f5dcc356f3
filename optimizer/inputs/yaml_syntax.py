"""The YAML parser's complaints in words of the file."""

from ruamel.yaml.error import MarkedYAMLError

from optimizer.errors import Problem

_MEANINGS: tuple[tuple[str, str, str], ...] = (
    ("tab", "a tab character stands where spaces are needed", "indent with spaces"),
    ("mapping values are not allowed", "a second `:` on one line", "put text that contains `: ` in quotes"),
    ("expected ',' or", "a bracket or brace is not closed, or a comma is missing", "check [ ] { } and the commas"),
    ("expected ':'", "a colon is missing", "write `key: value` with a space after the colon"),
    ("expected key", "the line does not fit the keys around it", "line the key up with its neighbours"),
    ("expected <block end>", "the line does not fit the lines around it", "line it up with its neighbours"),
    ("expected '-' indicator", "the line does not fit the list around it", "start each item with `- ` in one column"),
    (
        "block sequence entries are not allowed",
        "a list item starts in the wrong place",
        "put each `- ` on its own line",
    ),
    ("cannot start any token", "a value starts with a character that has another meaning", "put the text in quotes"),
    ("unknown escape", "a backslash in double quotes", "use single quotes, or write \\\\"),
    ("end of stream", "a quote is opened and never closed", "close the quote"),
    ("duplicate", "an anchor or directive is given twice", "remove one"),
)
_HIDDEN = {"：": "a full-width colon `：`", "\u00a0": "a non-breaking space", "，": "a full-width comma `，`"}


def syntax_problem(error: MarkedYAMLError, text: str, file: str) -> Problem:
    """Problem at the place the parser stopped; names full-width characters on that line or the one before."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = text.split("\n")
    at_tab = line < len(lines) and lines[line][column : column + 1] == "\t"
    said = "tab" if at_tab else str(error.problem or error.context or "not YAML")
    what, remedy = next(
        ((what, remedy) for sign, what, remedy in _MEANINGS if sign in said), (said, "check the line and the one above")
    )
    nearby = "\n".join(lines[max(line - 1, 0) : line + 1])
    hidden = [name for character, name in _HIDDEN.items() if character in nearby]
    if hidden:
        remedy += f"; the text holds {' and '.join(hidden)}: YAML needs the ASCII character"
    return Problem(file=file, line=line + 1, column=column + 1, path="", what=what, remedy=remedy)
