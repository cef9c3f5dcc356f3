"""Names and atomic writing of the files a report leaves."""

import os
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path

RESERVED_NAMES = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{i}" for i in range(1, 10)), *(f"lpt{i}" for i in range(1, 10))]
)
"""Devices that Windows opens instead of a file, with any extension (Microsoft, "Naming Files, Paths, Namespaces")."""
MAX_SLUG_BYTES = 120
"""Leaves room for an extension and a temporary suffix within the usual 255 bytes of a file name."""


def slug(name: str) -> str:
    """File name stem for a plan: letters and digits of any script and `-`, `_`, `.`; all else becomes one `-`.

    Never empty, never dots only, never a reserved device name, never longer than 120 bytes in UTF-8.

    >>> slug("集团 大模型平台/一期")
    '集团-大模型平台-一期'
    >>> slug("../../etc/passwd"), slug("...."), slug("con")
    ('etc-passwd', 'plan', 'plan-con')
    """
    kept = "".join(c if c.isalnum() or c in "-_." else " " for c in unicodedata.normalize("NFC", name))
    stem = _cut("-".join(kept.split())).strip("-._ ")
    while ".." in stem:
        stem = stem.replace("..", ".")
    if not stem:
        return "plan"
    return f"plan-{stem}" if stem.split(".")[0].lower() in RESERVED_NAMES else stem


def _cut(text: str) -> str:
    """At most MAX_SLUG_BYTES of UTF-8, whole characters."""
    return text.encode("utf-8", "ignore")[:MAX_SLUG_BYTES].decode("utf-8", "ignore")


def write_atomically(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a temporary file beside `path`, then put it in place: a reader sees the old file or the new one.

    Missing folders are made. Raises OSError where the place cannot be written; the temporary file is then removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".procure-", suffix=path.suffix)
    os.close(handle)
    temporary = Path(name)
    try:
        write(temporary)
        temporary.chmod(0o644)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
