import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.errors import InputError
from optimizer.inputs.json_reader import MAX_DEPTH, MAX_NODES, MAX_PROBLEMS, read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.from_regex(r"\A[a-z_]{1,9}\Z"), inner, max_size=4),
    max_leaves=20,
)


def refusal(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_json(text, "c.json")
    return [str(problem) for problem in caught.value.problems]


def test_values_and_their_places() -> None:
    document = read_json(
        '{\n  "a": [1, {"b": "x\\u00e9"}],\n\t"c": {"d": 1e3, "e": -0.5, "f": null, "g": true}\n}\n', "c"
    )
    assert document.data == {"a": [1, {"b": "xé"}], "c": {"d": 1000, "e": -0.5, "f": None, "g": True}}
    assert document.places == {
        "a": (2, 3), "a[0]": (2, 9), "a[1]": (2, 12), "a[1].b": (2, 13), "c": (3, 2), "c.d": (3, 8), "c.e": (3, 18),
        "c.f": (3, 29), "c.g": (3, 40),
    }  # fmt: skip


@given(st.dictionaries(st.from_regex(r"\A[a-z_]{1,9}\Z"), VALUES, max_size=5), st.sampled_from([None, 1, "\t"]))
def test_reads_what_the_standard_library_writes(data: dict[str, object], indent: int | str | None) -> None:
    assert read_json(json.dumps(data, indent=indent), "c").data == data
    assert read_json(json.dumps(data, ensure_ascii=False), "c").data == data


@given(st.text(alphabet='{}[]:,"\\ \n01.eE-+tfnNaI', max_size=40))
def test_any_text_is_read_as_the_standard_library_does_or_refused(text: str) -> None:
    try:
        data = read_json(text, "c").data
    except InputError:
        return
    assert data == json.loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "c.json:1:1: the file is not a JSON object; name the config.json of a checkpoint"),
        ("model_type: llama", "c.json:1:1: the file is not a JSON object"),
        ('{"a": 1', "c.json:1:8: a: the text ends too early"),
        ('{"a": 1} x', "c.json:1:10: text after the end of the object"),
        ('{"a": 1,}', "c.json:1:9: a: a key in double quotes is missing"),
        ("{'a': 1}", "c.json:1:2: a key in double quotes is missing"),
        ('{"a" 1}', "c.json:1:6: a: a colon is missing after the key"),
        ('{"a": 1 "b": 2}', "c.json:1:9: a: a comma or `}` is missing"),
        ('{"a": [1 2]}', "c.json:1:10: a[1]: a comma or `]` is missing"),
        ('{"a": True}', 'c.json:1:7: a: no JSON value: "True"'),
        ('{"a": 012}', 'c.json:1:7: a: no JSON value: "012"'),
        ('{"a": .5}', 'c.json:1:7: a: no JSON value: ".5"'),
        ('{"a": "x}', "c.json:1:7: a: a text is never closed"),
        ('{"a": "\\q"}', "c.json:1:7: a: a backslash in a text with no meaning after it"),
        ('{"a": NaN}', "c.json:1:7: a: NaN is not a number to plan with"),
        ('{"a": -Infinity}', "c.json:1:7: a: -Infinity is not a number to plan with"),
        ('{"a": 1e999}', "c.json:1:7: a: 1e999 is too large"),
        ('{"a": %s}' % ("9" * 5000), "c.json:1:7: a: a number of 5000 characters"),
        ('{"a": 1,\n "a": 2}', 'c.json:2:2: a: the key "a" is given twice (first in line 1); keep one of the two'),
        ('{"\\u0000": 2}', "c.json:1:2: the key is not a word"),
    ],
)  # fmt: skip
def test_refusals(text: str, message: str) -> None:
    (found,) = refusal(text)
    assert found.startswith(message)


def test_all_problems_at_once() -> None:
    found = refusal('{"a": NaN, "b": 1e999,\n "a": 3}')
    assert [line.split(" ")[0] for line in found] == ["c.json:1:7:", "c.json:1:17:", "c.json:2:2:"]
    assert len(refusal(f'{{"a": [{", ".join(["NaN"] * 1000)}]}}')) == MAX_PROBLEMS


def test_depth_and_size() -> None:
    deep = '{"a": ' + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1) + "}"
    assert read_json(deep, "c").data
    assert f"more than {MAX_DEPTH} levels" in refusal('{"a": ' + "[" * 100_000)[0]
    many = ", ".join(["1"] * (MAX_NODES - 1))
    assert len(read_json(f'{{"a": [{many}]}}', "c").data["a"]) == MAX_NODES - 1
    assert "more than 100,000 values" in refusal(f'{{"a": [{many}, 1, 1]}}')[0]
