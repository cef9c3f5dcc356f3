import hashlib
import os
import socket
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.errors import InputError
from optimizer.inputs.files import YAML_MAX_BYTES, Files
from optimizer.inputs.load import load_request


def refusal(folder: Path, name: str, *allow: Path) -> str:
    with pytest.raises(InputError) as caught:
        Files(folder, allow).read_text(name, max_bytes=YAML_MAX_BYTES)
    (problem,) = caught.value.problems
    assert problem.remedy
    return str(problem)


def test_a_file_below_the_root_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "f.yaml").write_bytes("\ufeffname: é\n".encode())
    files = Files(tmp_path)
    assert files.read_text("sub/f.yaml", max_bytes=100) == "name: é\n"
    assert files.digests == {"sub/f.yaml": hashlib.sha256("\ufeffname: é\n".encode()).hexdigest()}


@pytest.mark.parametrize("name", ["../f.yaml", "sub/../../f.yaml", "/etc/passwd", "~/f.yaml", ".."])
def test_names_that_lead_out(tmp_path: Path, name: str) -> None:
    assert "is not a path below the requirements file's folder" in refusal(tmp_path, name)


def test_links_may_not_lead_out_unless_the_folder_is_allowed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "f.yaml").write_text("name: x\n", encoding="utf-8")
    (inside / "link.yaml").symlink_to(outside / "f.yaml")
    (inside / "folder").symlink_to(outside)
    (inside / "loop.yaml").symlink_to(inside / "loop.yaml")
    for name in ("link.yaml", "folder/f.yaml"):
        assert "is a link that leads out" in refusal(inside, name)
        assert Files(inside, (outside,)).read_text(name, max_bytes=100) == "name: x\n"
    assert Files(inside, (outside,)).read_text("f.yaml", max_bytes=100) == "name: x\n"
    assert "cannot be opened" in refusal(inside, "loop.yaml")


def test_a_sibling_with_the_same_prefix_is_outside(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in-other").mkdir()
    (tmp_path / "in-other" / "f.yaml").write_text("a: 1", encoding="utf-8")
    (tmp_path / "in" / "f.yaml").symlink_to(tmp_path / "in-other" / "f.yaml")
    assert "is a link that leads out" in refusal(tmp_path / "in", "f.yaml")


def test_things_that_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        assert "'socket' is a socket, not a file" in refusal(tmp_path, "socket")
    assert "'pipe' is a pipe, not a file" in refusal(tmp_path, "pipe")
    assert "'.' is a folder, not a file" in refusal(tmp_path, ".")
    assert "is a link that leads out" in refusal(tmp_path, "device")
    assert "'device' is a device, not a file" in refusal(tmp_path, "device", Path("/dev"))
    assert "'none.yaml' does not exist" in refusal(tmp_path, "none.yaml")
    assert "too long or not printable" in refusal(tmp_path, "x" * 5000)
    assert "too long or not printable" in refusal(tmp_path, "x\0y")
    assert "cannot be opened" in refusal(tmp_path, "x" * 300)


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "f.yaml").write_text("a: 1", encoding="utf-8")
    monkeypatch.setattr(os, "open", refuse)
    assert "permission denied" in refusal(tmp_path, "f.yaml")


def test_a_large_file_is_refused_without_being_read(tmp_path: Path) -> None:
    with open(tmp_path / "big.yaml", "wb") as stream:
        stream.truncate(10 * 2**20)
    start = time.perf_counter()
    assert "the file is larger than 1 MiB" in refusal(tmp_path, "big.yaml")
    assert time.perf_counter() - start < 0.1
    (tmp_path / "fits.yaml").write_bytes(b"a" * YAML_MAX_BYTES)
    assert len(Files(tmp_path).read_text("fits.yaml", max_bytes=YAML_MAX_BYTES)) == YAML_MAX_BYTES


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "f.yaml: the file is empty"),
        (b"\xef\xbb\xbf \n", "f.yaml: the file is empty"),
        ("a: 1\nname: caf\u00e9\n".encode("latin-1"), "f.yaml:2:10: the text is not UTF-8: byte 0xe9 cannot be read"),
        ("a: 1\n".encode("utf-16"), "f.yaml:1:1: the text is UTF-16: byte 0xff cannot be read"),
        ("name: 方案\n".encode("gbk"), "f.yaml:1:7: the text is not UTF-8"),
        ("é: \xe9".encode("latin-1"), "f.yaml:1:1: the text is not UTF-8: byte 0xe9"),
    ],
)
def test_text_that_cannot_be_read(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "f.yaml").write_bytes(data)
    assert refusal(tmp_path, "f.yaml").startswith(message)


def test_yaml_files_of_a_folder_are_sorted(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for name in ("b.yaml", "a.yaml", "notes.txt"):
        (tmp_path / "mine" / name).write_text("x: 1", encoding="utf-8")
    (tmp_path / "none").mkdir()
    assert Files(tmp_path).yaml_names("mine") == ("mine/a.yaml", "mine/b.yaml")
    assert Files(tmp_path).is_folder("mine")
    with pytest.raises(InputError, match=r"holds no \*.yaml file"):
        Files(tmp_path).yaml_names("none")


@given(st.binary(max_size=200))
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_a_request_or_bad_input(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "f.yaml").write_bytes(data)
    with pytest.raises(InputError) as caught:
        load_request(tmp_path / "f.yaml")
    assert caught.value.problems


def test_the_requirements_file_itself(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'none\.yaml' does not exist"):
        load_request(tmp_path / "none.yaml")
    with pytest.raises(InputError, match="is a folder, not a file"):
        load_request(tmp_path)
