"""Requirements that stand in no file: what a command's flags ask for, read and checked like a file of that content."""

from pathlib import Path
from typing import Any

from optimizer.errors import InputError
from optimizer.inputs.document import Document
from optimizer.inputs.read_request import read_request
from optimizer.inputs.request import Request
from optimizer.inputs.shelf import Shelf


def request_of(data: dict[str, Any], name: str, root: Path = Path()) -> Request:
    """The request of a requirements mapping; `name` stands where a file's name would, `root` is its folder.

    Raises InputError with every problem at once; a place in it is a path only, for there is no line to point at.
    """
    document = Document(name, data, None, start=(0, 0))
    shelf = Shelf(root)
    shelf.hold(document)
    request, problems = read_request(document, shelf)
    if request is None:
        raise InputError(problems)
    return request
