"""The one door through which files are opened.

A name is relative, stays below the requirements file's folder (or a folder allowed on the command line) after every
link is followed, names a regular file, is not larger than its cap, and holds UTF-8 text. Everything else is a Problem.
"""

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from optimizer.errors import InputError, Problem

YAML_MAX_BYTES = 2**20
CSV_MAX_BYTES = 64 * 2**20
_MAX_NAME = 400
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_READABLE_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def file_error(name: str, what: str, remedy: str, *, line: int = 0, column: int = 0) -> InputError:
    """InputError about a file as a whole, or about one place in its text."""
    return InputError([Problem(file=name, line=line, column=column, path="", what=what, remedy=remedy)])


class Files:
    """Opens files below `root`, then below each of `allow`, in that order."""

    def __init__(self, root: Path, allow: tuple[Path, ...] = ()) -> None:
        self._roots = tuple(Path(os.path.realpath(folder)) for folder in (root, *allow))
        self.digests: dict[str, str] = {}
        """Name → SHA-256 of every file read so far."""

    def read_text(self, name: str, *, max_bytes: int) -> str:
        """Whole text of a file without its byte order mark. Raises InputError: see the module."""
        text = _decode(name, self._read_bytes(name, max_bytes))
        if not text.strip():
            raise file_error(name, "the file is empty", "write at least one entry, or do not name the file")
        return text

    def is_folder(self, name: str) -> bool:
        """Whether `name` is a folder that may be used. Raises InputError when it does not exist or leads out."""
        return self._locate(name).is_dir()

    def yaml_names(self, folder: str) -> tuple[str, ...]:
        """Names of the `*.yaml` files of a folder, sorted, each usable with `read_text`."""
        try:
            entries = sorted(entry for entry in os.listdir(self._locate(folder)) if entry.endswith(".yaml"))
        except OSError as error:
            raise _cannot_open(folder, error) from None
        if not entries:
            raise file_error(
                folder, f"the folder {folder!r} holds no *.yaml file", "add one, or do not name the folder"
            )
        return tuple(str(PurePosixPath(folder) / entry) for entry in entries)

    def _locate(self, name: str) -> Path:
        """Real path of an existing file or folder below a root."""
        if len(name) > _MAX_NAME or not name.isprintable():
            raise file_error(repr(name[:60]), "the file's name is too long or not printable", "write a short name")
        path = PurePosixPath(name)
        if path.is_absolute() or name.startswith("~") or ".." in path.parts:
            raise file_error(
                name,
                f"{name!r} is not a path below the requirements file's folder",
                "write a relative path without `..`; other folders are allowed with --allow DIR on the command line",
            )
        for root in self._roots:
            try:
                real = Path(os.path.realpath(root / name, strict=True))
            except (FileNotFoundError, NotADirectoryError):
                continue
            except (OSError, ValueError) as error:
                raise _cannot_open(name, error) from None
            if any(real.is_relative_to(allowed) for allowed in self._roots):
                return real
            raise file_error(
                name,
                f"{name!r} is a link that leads out of the requirements file's folder",
                "copy the file into the folder, or allow its folder with --allow DIR on the command line",
            )
        raise file_error(name, f"{name!r} does not exist", "check the name, or create the file")

    def _read_bytes(self, name: str, max_bytes: int) -> bytes:
        real = self._locate(name)
        try:
            _refuse_unreadable(name, os.stat(real).st_mode)
            with open(os.open(real, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as stream:
                status = os.fstat(stream.fileno())
                _refuse_unreadable(name, status.st_mode)
                data = stream.read(max_bytes + 1) if status.st_size <= max_bytes else None
        except OSError as error:
            raise _cannot_open(name, error) from None
        if data is None or len(data) > max_bytes:
            limit = f"{max_bytes // 2**20} MiB"
            raise file_error(name, f"the file is larger than {limit}", f"split it or shorten it to at most {limit}")
        self.digests[name] = hashlib.sha256(data).hexdigest()
        return data


def _refuse_unreadable(name: str, mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = next((label for test, label in _READABLE_KINDS if test(mode)), "a special file")
        raise file_error(name, f"{name!r} is {kind}, not a file", "name a regular file")


def _cannot_open(name: str, error: OSError | ValueError) -> InputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return file_error(name, f"{name!r} cannot be opened: {reason.lower()}", "check the name and the file's permissions")


def _decode(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line_start = before.rfind(b"\n") + 1
        encoding = "UTF-16" if data.startswith(_UTF16_MARKS) else "not UTF-8"
        raise file_error(
            name,
            f"the text is {encoding}: byte 0x{error.object[error.start]:02x} cannot be read",
            "save the file as UTF-8 (in Excel: CSV UTF-8)",
            line=before.count(b"\n") + 1,
            column=len(before[line_start:].decode("utf-8", "replace")) + 1,
        ) from None
