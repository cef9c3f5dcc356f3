"""Foreign text inside Markdown: nothing of it is markup, a link or a table cell of its own."""

import re

MARKUP = re.compile(r"([\\`*_{}\[\]#|!~$^@])")
AUTOLINK = re.compile(r"(?i)(:)(?=//)|(?<=www)(\.)|(?<=mailto)(:)")
LINE_START = re.compile(r"^(\s*)([-+]|=+|-+|\d+[.)])(?=\s|$)")


def markdown(text: str) -> str:
    r"""One line of Markdown that shows the text as it is.

    >>> markdown("a|b <i> http://x *y*")
    'a\\|b &lt;i&gt; http\\://x \\*y\\*'
    """
    line = " ".join(text.split())
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    line = MARKUP.sub(r"\\\1", line)
    line = AUTOLINK.sub(lambda found: "\\" + found.group(0), line)
    return LINE_START.sub(_escaped_start, line)


def _escaped_start(found: re.Match[str]) -> str:
    """A list, a quotation or a rule that the text would begin."""
    space, sign = found.groups()
    return f"{space}{sign[:-1]}\\{sign[-1]}"
