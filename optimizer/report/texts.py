"""Labels in both languages, from the one table in `labels.py`."""

from typing import NamedTuple

from optimizer.report.labels import LABELS

LANGUAGES = ("zh", "en")


def label(key: str, language: str) -> str:
    """The label in one language. Raises KeyError for a key that the table lacks."""
    return LABELS[key][LANGUAGES.index(language)]


class Words(NamedTuple):
    """A text in the language of the report, and in the other one."""

    here: str
    there: str

    def with_tail(self, tail: str) -> "Words":
        """Both texts followed by the same one."""
        return Words(self.here + tail, self.there + tail)

    def after(self, head: str) -> "Words":
        """Both texts preceded by the same one."""
        return Words(head + self.here, head + self.there)


def both(key: str, language: str) -> Words:
    """The label in the given language, and in the other one."""
    return in_order(*LABELS[key], language)


def in_order(chinese: str, english: str, language: str) -> Words:
    """Two texts, that of the report's language first."""
    return Words(chinese, english) if language == "zh" else Words(english, chinese)


def same(text: str) -> Words:
    """A name, number or unit that reads the same in both languages."""
    return Words(text, text)


def known(key: str) -> bool:
    """Whether the table has the key."""
    return key in LABELS
