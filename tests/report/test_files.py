"""File names from plan names, and files that are whole or absent."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.report.files import MAX_SLUG_BYTES, RESERVED_NAMES, slug, write_atomically


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("group-llm-platform-phase-1", "group-llm-platform-phase-1"),
        ("集团 大模型平台（一期）", "集团-大模型平台-一期"),
        ("../../etc/passwd", "etc-passwd"),
        ("a\\b:c*d?e", "a-b-c-d-e"),
        ("..", "plan"),
        ("   ", "plan"),
        ("/", "plan"),
        (".hidden", "hidden"),
        ("CON", "plan-CON"),
        ("nul.xlsx", "plan-nul.xlsx"),
        ("lpt9", "plan-lpt9"),
        ("a\x00b\nc\u202ed", "a-b-c-d"),
        ("v1.2", "v1.2"),
        ("a..b", "a.b"),
    ],
)
def test_slug(name: str, expected: str) -> None:
    assert slug(name) == expected


@given(st.text(max_size=300))
def test_slug_is_always_one_harmless_name(name: str) -> None:
    made = slug(name)
    assert made
    assert made == Path(made).name
    assert made.isprintable()
    assert set(made) - {"."}
    assert not set(made) & set('/\\:*?"<>| ')
    assert made.split(".")[0].lower() not in RESERVED_NAMES
    assert len(made.encode()) <= MAX_SLUG_BYTES + len("plan-")
    assert slug(made) == made


def test_writing_replaces_the_old_file_whole(tmp_path: Path) -> None:
    target = tmp_path / "reports" / "plan.json"
    write_atomically(target, lambda path: path.write_text("one"))
    write_atomically(target, lambda path: path.write_text("two"))
    assert target.read_text() == "two"
    assert [p.name for p in target.parent.iterdir()] == ["plan.json"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "plan.json"
    target.write_text("old")

    def fail(path: Path) -> None:
        path.write_text("half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_atomically(target, fail)
    assert target.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["plan.json"]
