"""Labels in both languages, from the one table in `labels.py`."""

from optimizer.report.labels import LABELS

LANGUAGES = ("zh", "en")


def label(key: str, language: str) -> str:
    """The label in one language. Raises KeyError for a key that the table lacks."""
    return LABELS[key][LANGUAGES.index(language)]


def both(key: str, language: str) -> tuple[str, str]:
    """The label in the given language, and in the other one."""
    chinese, english = LABELS[key]
    return (chinese, english) if language == "zh" else (english, chinese)


def known(key: str) -> bool:
    """Whether the table has the key."""
    return key in LABELS


def not_counted(text: str, language: str) -> str:
    """A cost category outside the plan, translated where the table knows it."""
    return label(f"not_counted.{text}", language) if known(f"not_counted.{text}") else text
