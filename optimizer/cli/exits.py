"""Exit codes, and the last line of defence: a short message instead of a traceback."""

import os
import sys
import tempfile
from collections.abc import Callable

PLAN = 0
BUG = 1
BAD_INPUT = 2
INFEASIBLE = 3
UNKNOWN = 4
INTERRUPTED = 130


def guarded(command: Callable[[], int]) -> int:
    """Run a command; Ctrl-C is 130, an unforeseen error is 1 with its details saved to a file.

    A reader that has gone (`| head`) changes no exit code: what it no longer wants to see is dropped.
    """
    code = PLAN
    try:
        code = command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("procure: interrupted; nothing half written", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        print(f"procure: internal error: {_first_line(error)}; details in {_saved()}", file=sys.stderr)
        return BUG
    return code


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _saved() -> str:
    """The traceback in a new file of the temporary folder."""
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="procure-error-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exc(file=file)
        return file.name
