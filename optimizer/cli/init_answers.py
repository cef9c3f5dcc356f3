"""Answers for `procure init`: from flags, from a terminal, from visible defaults; all problems of the flags at once."""

import sys
from collections.abc import Mapping

from optimizer.cli.init_flags import flag
from optimizer.cli.init_words import asked, said
from optimizer.inputs.answers import FORMS, QUESTIONS, Answers, Known, Question, Refused, implied
from optimizer.inputs.catalog import LanguageModel

TRAFFIC_FLAGS = "--headcount with --requests-per-hour, --requests-per-s, or --tokens-per-day with --busy-hours"
ENOUGH = (
    "enough for inference: --for inference --model ID --headcount N --requests-per-hour N --input-tokens N "
    "--output-tokens N --tpot-ms N; or copy an example with --example NAME"
)


class Incomplete(Exception):
    """Flags that are wrong or missing: one line each."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = tuple(lines)


def collect(given: Mapping[str, str], models: Mapping[str, LanguageModel], *, terminal: bool, ask_all: bool) -> Answers:
    """An answer to every question that applies.

    `terminal`: somebody can be asked, for everything (`ask_all`) or only for what is essential and not given. Raises
    Incomplete with every wrong and every missing flag, and when the terminal's input ends.
    """
    flags, given = frozenset(given), implied(given)
    answers, wrong, missing = Answers(), list[str](), list[str]()
    if len(forms := sorted(key for key in ("headcount", "requests_per_s", "tokens_per_day") if key in given)) > 1:
        wrong.append(f"{' and '.join(map(flag, forms))}: forms of one number; keep one")
    for question in QUESTIONS:
        known, key = Known(answers, models), question.key
        if not question.applies(answers):
            if key in flags and (purpose := _other_purpose(question, answers)):
                wrong.append(f"{flag(key)}: does not apply to {purpose}; remove it")
        elif key in given:
            try:
                answers[key] = question.rule(given[key].strip(), known)
            except Refused as refused:
                wrong.append(f"{flag(key)}: {refused.what}; {refused.remedy}")
        elif terminal and not wrong and (ask_all or question.default is None):
            answers[key] = _ask(question, known, answers.get("lang", "zh"))
        elif (default := question.offered(known)) is not None:
            answers[key] = default
        elif key != "traffic":
            missing.append(flag(key))
        elif not forms and not FORMS.keys() & given.keys():
            missing.append(TRAFFIC_FLAGS)
    if missing:
        example = f"; {ENOUGH}" if answers.get("for", "inference") == "inference" else ""
        wrong.append(f"missing: {', '.join(missing)}{example}")
    if wrong:
        raise Incomplete(wrong)
    return answers


def _other_purpose(question: Question, answers: Answers) -> str | None:
    """The purpose or form of traffic that an answer has no place in; None where that is not settled."""
    asked_for, form = answers.get("for"), question.when[0] if question.when else ""
    if form == "traffic" and asked_for not in (None, "inference"):
        return asked_for
    return answers.get(form)


def _ask(question: Question, known: Known, language: str) -> str:
    """One answer that the rule takes; Enter takes the default, and is no answer where there is none."""
    default = question.offered(known)
    hint = f" [{said('default', language, value=default)}]" if default else ""
    while True:
        try:
            text = input(f"{asked(question.key, language)}{hint}: ").strip()
        except EOFError:
            print()
            raise Incomplete([f"the input ended before {flag(question.key)} was answered"]) from None
        except UnicodeDecodeError:
            print("the input is not UTF-8; type it again", file=sys.stderr)
            continue
        if not text and default is None:
            print(said("essential", language), file=sys.stderr)
            continue
        try:
            return question.rule(text or default or "", known)
        except Refused as refused:
            print(f"{refused.what}; {refused.remedy}", file=sys.stderr)
