"""What `procure init` asks: each question with its rule, in the order of asking.

Answers are kept as the text that goes into the YAML file; a rule turns what was typed into that text or says what is
wrong with it. Essential answers have no default.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from optimizer.inputs.catalog import LanguageModel
from optimizer.inputs.known_ids import unknown_id
from optimizer.inputs.wording import Wording, choice_wording, number_wording, range_wording, shown
from optimizer.inputs.yaml_scalars import BadScalar, plain_scalar

Answers = dict[str, str]
"""Key of a question → YAML text; empty: no limit, no rule."""
CONTEXT_STEP = 1024
"""The longest context that is offered is the longest request, rounded up to this."""


class Refused(Exception):
    """An answer that cannot be used: what is wrong, and what to write."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(": ".join(wording))
        self.what, self.remedy = wording


class Known(NamedTuple):
    """What an answer may depend on."""

    answers: Mapping[str, str]
    models: Mapping[str, LanguageModel]

    @property
    def model(self) -> LanguageModel | None:
        """The model that was named."""
        return self.models.get(self.answers.get("model", ""))


Rule = Callable[[str, Known], str]


class Question(NamedTuple):
    """One answer of the file."""

    key: str
    rule: Rule
    default: str | Callable[[Known], str] | None = None
    """Used where nothing is answered; None: essential, asked again."""
    when: tuple[str, str] | None = None
    """Only where an earlier answer is this one; `|` parts several."""

    def applies(self, answers: Mapping[str, str]) -> bool:
        """Whether earlier answers lead to this question."""
        return self.when is None or answers.get(self.when[0]) in self.when[1].split("|")

    def offered(self, known: Known) -> str | None:
        """The default as it is shown."""
        return self.default(known) if callable(self.default) else self.default


def one_of(*choices: str) -> Rule:
    """A word of a list."""

    def rule(text: str, known: Known) -> str:
        if text not in choices:
            raise Refused(choice_wording(text, list(choices)))
        return text

    return rule


def number(key: str, *, least: float = 0, above: bool = True, most: float = 1e15, whole: bool = False) -> Rule:
    """A plain number above (`above`) or from `least`, to `most`; kept as it was written."""

    def rule(text: str, known: Known) -> str:
        try:
            value = plain_scalar(text)
        except BadScalar as bad:
            raise Refused((bad.what, bad.remedy)) from None
        if isinstance(value, bool) or not isinstance(value, int | float) or (whole and not isinstance(value, int)):
            raise Refused(number_wording(value if isinstance(value, float) else text, key, whole=whole))
        if value < least or (above and value == least):
            raise Refused(range_wording(value, least, "greater_than" if above else "greater_than_equal"))
        if value > most:
            raise Refused(range_wording(value, most, "less_than_equal"))
        return text

    return rule


def _optional(rule: Rule) -> Rule:
    """Nothing, or what the rule takes."""
    return lambda text, known: rule(text, known) if text else ""


def _pair(first: Rule, second: Rule, form: str) -> Rule:
    """Two numbers with a comma between them."""

    def rule(text: str, known: Known) -> str:
        parts = [part.strip() for part in text.split(",")]
        if len(parts) != 2:
            raise Refused((f"must be two numbers (got {shown(text)})", f"write them like {form}"))
        return f"{first(parts[0], known)},{second(parts[1], known)}"

    return rule


def _lengths(text: str, known: Known) -> str:
    """A number of tokens, or `mean,p95`."""
    rule = number("tokens", least=1, above=False)
    if "," not in text:
        return rule(text, known)
    pair = _pair(rule, rule, "1800,6000")(text, known)
    mean, p95 = map(float, pair.split(","))
    if mean > p95:
        raise Refused((f"the mean ({mean:g}) is above the 95th percentile ({p95:g})", "write the mean first"))
    return pair


def _model(text: str, known: Known) -> str:
    if text not in known.models:
        raise Refused(unknown_id("model", text, known.models))
    return text


def _within_context(key: str) -> Rule:
    """A length that the model was made for, and not shorter than a request."""

    def rule(text: str, known: Known) -> str:
        kept = number(key, whole=True)(text, known)
        value, longest = plain_scalar(kept), _longest_request(known)
        if isinstance(value, int) and known.model and value > known.model.max_context_tokens:
            limit = known.model.max_context_tokens
            what = f"{value} is more than {known.model.id} was made for ({limit} tokens)"
            raise Refused((what, f"write at most {limit}"))
        if isinstance(value, int) and key == "max_context_tokens" and value < longest:
            raise Refused((f"{value} is shorter than p95 of prompt + answer", f"write at least {longest}"))
        return kept

    return rule


def _longest_request(known: Known) -> int:
    """Prompt and answer at the 95th percentile, tokens; 0 where one of them is not known."""
    lengths = [known.answers.get(key, "") for key in ("input_tokens", "output_tokens")]
    return math.ceil(sum(float(length.split(",")[-1]) for length in lengths)) if all(lengths) else 0


def _context(known: Known) -> str:
    """Longest request, rounded up, as far as the model goes."""
    needed = max(1, math.ceil(_longest_request(known) / CONTEXT_STEP)) * CONTEXT_STEP
    return str(min(needed, known.model.max_context_tokens) if known.model else needed)


def _name(text: str, known: Known) -> str:
    if not text.strip() or not text.isprintable() or len(text) > 200:
        what = f"must be a name of 1 to 200 printable characters (got {shown(text)})"
        raise Refused((what, "write a short name"))
    return text


INFERENCE = ("for", "inference")
TRAINING = ("for", "pretrain|finetune")
HOURS = number("busy_hours", most=24)
FACTOR = number("factor", least=1, above=False, most=999_999)
QUESTIONS = (
    Question("lang", one_of("zh", "en"), "zh"),
    Question("for", one_of("inference", "pretrain", "finetune")),
    Question("model", _model),
    Question("traffic", one_of("users", "requests", "tokens"), when=INFERENCE),
    Question("headcount", number("headcount", whole=True), when=("traffic", "users")),
    Question("requests_per_hour", number("requests"), when=("traffic", "users")),
    Question("active_share", number("share", most=1), "1", when=("traffic", "users")),
    Question("requests_per_s", number("requests"), when=("traffic", "requests")),
    Question("tokens_per_day", _pair(number("tokens"), number("tokens"), "200e6,50e6"), when=("traffic", "tokens")),
    Question("busy_hours", HOURS, when=("traffic", "tokens")),
    Question("peak_factor", FACTOR, "1", when=("traffic", "users|tokens")),
    Question("input_tokens", _lengths, when=INFERENCE),
    Question("output_tokens", _lengths, when=INFERENCE),
    Question("max_context_tokens", _within_context("max_context_tokens"), _context, when=INFERENCE),
    Question("tpot_ms", number("tpot_p95_ms"), when=INFERENCE),
    Question("tokens", number("tokens", whole=True), when=("for", "pretrain")),
    Question("deadline_days", number("days", most=365), when=("for", "pretrain")),
    Question("method", one_of("full", "lora", "qlora"), when=("for", "finetune")),
    Question("jobs_per_month", number("jobs"), when=("for", "finetune")),
    Question("tokens_per_job", number("tokens", whole=True), when=("for", "finetune")),
    Question("hours_per_job", number("hours", most=730), when=("for", "finetune")),
    Question("sequence_length", _within_context("sequence_length"), when=TRAINING),
    Question("fabric_gbps", _optional(number("gbps")), "", when=TRAINING),
    Question("power_kw", _optional(number("power_kw")), ""),
    Question("budget", _optional(number("budget", above=False, most=999e12)), ""),
    Question("buyer", one_of("state", "soe", "private", "overseas"), "private"),
    Question("domestic_share", _optional(number("share", above=False, most=1)), ""),
    Question("name", _name),
)
"""In the order of asking: an answer's rule and default see the answers before it."""
FORMS = {"headcount": "users", "requests_per_hour": "users", "active_share": "users", "requests_per_s": "requests",
         "tokens_per_day": "tokens", "busy_hours": "tokens"}  # fmt: skip
"""Answers that belong to one form of traffic only."""


def implied(given: Mapping[str, str]) -> Answers:
    """The answers with what they imply: the form of traffic, and the purpose, where all that is given has one."""
    found = dict(given)
    forms = {form for key, form in FORMS.items() if key in given}
    if "traffic" not in found and len(forms) == 1:
        found["traffic"] = forms.pop()
    kinds = {each.when[1] for each in QUESTIONS if each.when and each.when[0] == "for" and each.key in found}
    kinds = (kinds | ({INFERENCE[1]} if forms else set())) - {TRAINING[1]}
    if "for" not in found and len(kinds) == 1:
        found["for"] = kinds.pop()
    return found
