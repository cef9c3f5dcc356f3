import time
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.errors import InputError, Problem
from optimizer.inputs.document import Document
from optimizer.inputs.yaml_reader import MAX_DEPTH, MAX_NODES, read_yaml


def value(text: str) -> Any:
    document = read_yaml(f"key: {text}\n", "f.yaml")
    assert document.problems == ()
    return document.data["key"]


def first_problem(text: str) -> str:
    """Of a file that is refused at once, or of one that stays readable."""
    try:
        return str(read_yaml(text, "f.yaml").problems[0])
    except InputError as error:
        return str(error.problems[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8", 8),
        ("-8", -8),
        ("+8", 8),
        ("0", 0),
        ("0.65", 0.65),
        (".5", 0.5),
        ("0.0", 0),
        ("8.0", 8),
        ("8.", 8),
        ("300e9", 300_000_000_000),
        ("4e6", 4_000_000),
        ("1.024e12", 1_024_000_000_000),
        ("12345678901234567890", 12_345_678_901_234_567_890),
        ("5e-1", 0.5),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
    ],
)
def test_plain_scalars_with_a_meaning(text: str, expected: object) -> None:
    got = value(text)
    assert (got, type(got)) == (expected, type(expected))


@pytest.mark.parametrize(
    "text",
    ["yes", "no", "on", "off", "Yes", "True", "TRUE", "NULL", "2026-11-30", "2027-01", "12:30", "1.2.3", "1,000"],
)
def test_everything_else_is_text(text: str) -> None:
    assert value(text) == text


@pytest.mark.parametrize("text", ["8", "true", "null", "1_000", "012", ".inf"])
def test_quoted_is_text(text: str) -> None:
    assert value(f'"{text}"') == value(f"'{text}'") == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".inf", "f.yaml:1:6: key: .inf is not a number to plan with; leave the key out where there is no limit"),
        ("-.INF", "f.yaml:1:6: key: -.INF is not a number"),
        (".nan", "f.yaml:1:6: key: .nan is not a number"),
        ("1_000", "f.yaml:1:6: key: 1_000 has underscores between its digits; write 1000,"),
        ("1_0.5", "f.yaml:1:6: key: 1_0.5 has underscores between its digits; write 10.5,"),
        ("012", "f.yaml:1:6: key: 012 starts with a zero, which other programs read as octal; write 12,"),
        ("-007.5", "f.yaml:1:6: key: -007.5 starts with a zero, which other programs read as octal; write -7.5,"),
        ("00", "f.yaml:1:6: key: 00 starts with a zero, which other programs read as octal; write 0,"),
        ("0x1F", "f.yaml:1:6: key: 0x1F is not a decimal number"),
        ("0o17", "f.yaml:1:6: key: 0o17 is not a decimal number"),
        ("1e400", "f.yaml:1:6: key: 1e400 is too large"),
        ("1e-400", "f.yaml:1:6: key: 1e-400 is too small"),
        ("1e99999999999999999999", "f.yaml:1:6: key: 1e99999999999999999999 is too large"),
        ("9" * 5000, "f.yaml:1:6: key: a number of 5000 characters"),
        ("!!int 3", "f.yaml:1:6: key: the tag tag:yaml.org,2002:int is not read; remove the tag"),
        ("!python/object 3", "f.yaml:1:6: key: the tag !python/object is not read"),
    ],
)
def test_spellings_that_are_refused(text: str, message: str) -> None:
    assert first_problem(f"key: {text}\n").startswith(message)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12, places=6))
def test_numbers_keep_the_decimal_that_was_written(number: Any) -> None:
    read = value(str(number))
    assert Fraction(str(read)) == pytest.approx(Fraction(str(number)), rel=1e-15)
    assert isinstance(read, int) == (number == int(number))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", "f.yaml:3:1: a: the key is given twice (first in line 1); keep one of the two"),
        ("b:\n  c: {d: 1, d: 2}\n", "f.yaml:2:13: b.c.d: the key is given twice (first in line 2)"),
        ("1: a\n", 'f.yaml:1:1: 1: the key is not text; write "1" in quotes'),
        ("true: a\n", "f.yaml:1:1: true: the key is not text"),
        ("? \n: a\n", 'f.yaml:1:2: the key is not text; write "" in quotes'),
        ("[a]: b\n", "f.yaml:1:1: a key must be text, not a list or mapping"),
        ("b: &x 1\n*x : 2\n", "f.yaml:2:1: the alias *x is used as a key"),
        ("b: {<<: 3}\n", "f.yaml:1:5: b.<<: merge keys (`<<`) are not read; write the merged keys out"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document starts here"),
        ("a: *x\n", "f.yaml:1:4: a: the alias *x has no anchor &x above it"),
        ("a: &x [1, *x]\n", "f.yaml:1:11: a[1]: the alias *x contains itself"),
        ("%YAML 1.2\n---\na: 1\n", "f.yaml:1:1: a YAML directive"),
        ("a:\n\tb: 1\n", "f.yaml:2:1: a tab character stands where spaces are needed; indent with spaces"),
        ("a: b: c\n", "f.yaml:1:5: a second `:` on one line; put text that contains `: ` in quotes"),
        ("a: [1, 2\nb: 3\n", "f.yaml:2:2: a bracket or brace is not closed, or a comma is missing"),
        ('a: "x\n', "f.yaml:2:1: a quote is opened and never closed"),
        ("a: @b\n", "f.yaml:1:4: a value starts with a character that has another meaning; put the text in quotes"),
        ("a: 1\n  b: 2\n", "f.yaml:2:4: a second `:` on one line"),
        ("name：x\nb: 1\n", "f.yaml:2:2: a second `:` on one line"),
        ("a: \x07\n", "f.yaml:1:4: a control or invisible character that YAML does not allow"),
        ('"a\\x1b": 1\n', "f.yaml:1:1: the key is not a word"),
        ("- a\n", "f.yaml:1:1: the file is not a mapping of keys to values"),
        ("# nothing\n", "f.yaml:1:1: the file is empty"),
    ],
)
def test_structure_that_is_refused(text: str, message: str) -> None:
    assert first_problem(text).startswith(message)


def test_a_full_width_colon_is_named() -> None:
    assert "a full-width colon `：`" in first_problem("name：x\nb: 1\n")


def test_several_problems_in_one_reading() -> None:
    document = read_yaml("a: 1_0\nb: [012, {c: 1, c: 2}]\nd: .nan\n", "f.yaml")
    assert [(p.line, p.column, p.path) for p in document.problems] == [
        (1, 4, "a"), (2, 5, "b[0]"), (2, 17, "b[1].c"), (3, 4, "d"),
    ]  # fmt: skip
    assert document.data["b"][1] == {"c": 1}


def test_places_of_keys_items_and_aliases() -> None:
    text = "list:\n  - name: é\n    x: &a {deep: 1}\n  - 7\nagain: *a\n"
    document = read_yaml(text, "f.yaml")
    assert document.data == {"list": [{"name": "é", "x": {"deep": 1}}, 7], "again": {"deep": 1}}
    assert document.places == {
        "list": (1, 1), "list[0]": (2, 5), "list[0].name": (2, 5), "list[0].x": (3, 5), "list[0].x.deep": (3, 12),
        "list[1]": (4, 5), "again": (5, 1), "again.deep": (3, 12),
    }  # fmt: skip


def nested(levels: int) -> str:
    return "a: " + "[" * (levels - 1) + "]" * (levels - 1)


def laughs(levels: int) -> str:
    """Every level holds the one above ten times: 10^levels values in a few lines."""
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


def chain(levels: int) -> str:
    """Each alias nests the one above: depth without visible nesting."""
    return "\n".join(["l0: &l0 [x]"] + [f"l{n}: &l{n} [*l{n - 1}]" for n in range(1, levels)])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, f"more than {MAX_DEPTH} levels of nesting"),
        ("{a: " * 100_000, f"more than {MAX_DEPTH} levels of nesting"),
        ("- " * 100_000, f"more than {MAX_DEPTH} levels of nesting"),
        (nested(MAX_DEPTH + 1), f"more than {MAX_DEPTH} levels of nesting"),
        (chain(3000), f"more than {MAX_DEPTH} levels of nesting"),
        (laughs(9), f"more than {MAX_NODES:,} values"),
        ("a: [" + "1," * 300_000 + "]", f"more than {MAX_NODES:,} values"),
        ('a: "' + "x" * 1_000_000, "a quote is opened and never closed"),
        ("&a " * 200_000, "f.yaml:"),
        ("? " * 200_000, "a key must be text"),
        ("\n".join(f"%TAG !x{n}! y" for n in range(60_000)), "a YAML directive"),
        ("\n".join(f"k: {n}" for n in range(100_000)), "the key is given twice"),
    ],
    ids=["flow", "braces", "block", "one too deep", "alias chain", "laughs", "long list", "open quote", "anchors",
         "complex keys", "directives", "doubled keys"],
)  # fmt: skip
def test_hostile_text_is_answered_fast(text: str, message: str) -> None:
    start = time.process_time()
    assert message in first_problem(text)
    assert time.process_time() - start < 2.0


def test_what_is_just_allowed() -> None:
    assert read_yaml(nested(MAX_DEPTH), "f.yaml").problems == ()
    assert len(read_yaml(laughs(4), "f.yaml").data["l3"]) == 10


def outcome(text: str) -> Document | tuple[Problem, ...]:
    """What was read, or why not; anything but InputError escapes."""
    try:
        return read_yaml(text, "f.yaml")
    except InputError as error:
        return error.problems


@given(st.text(alphabet=st.sampled_from(" \n\t:-[]{},&*!|>'\"%@#?abc012._\\é：<~"), max_size=60))
@settings(max_examples=150)
def test_any_text_is_read_or_refused(text: str) -> None:
    document = outcome(text)
    if isinstance(document, Document):
        assert isinstance(document.data, dict)
        assert all(line >= 1 and column >= 1 for line, column in document.places.values())
    else:
        assert document


@given(st.text())
@settings(max_examples=100)
def test_any_unicode_is_read_or_refused(text: str) -> None:
    assert outcome(text.encode("utf-8", "ignore").decode())
