"""`procure init` with flags: files that run, what is missing, what is refused, and texts that mean harm."""

import json
import re
from pathlib import Path

import pytest

from optimizer.cli.exits import guarded
from optimizer.cli.init_flags import flag
from optimizer.cli.init_words import ASKED
from optimizer.cli.main import invoke
from optimizer.inputs.answers import QUESTIONS
from optimizer.inputs.load import load_request
from optimizer.inputs.schema import request_schema
from optimizer.resources import resource
from tests.cli.init_runs import LENGTHS, USERS, Init

FILES = {
    "users": USERS,
    "requests": ("--model", "Qwen3-32B", "--requests-per-s", "2", "--max-context", "32768", *LENGTHS),
    "tokens": ("--model", "Qwen3-32B", "--tokens-per-day", "200e6,50e6", "--busy-hours", "8", *LENGTHS),
    "pretrain": ("--model", "Llama-2-7B", "--tokens", "300e9", "--deadline-days", "45", "--sequence-length", "4096",
                 "--fabric-gbps", "200"),
    "finetune": ("--model", "Llama-2-13B", "--method", "lora", "--jobs-per-month", "8", "--tokens-per-job", "50e6",
                 "--hours-per-job", "24", "--sequence-length", "4096"),
}  # fmt: skip
RULES = ("--power-kw", "400", "--budget", "90e6", "--buyer", "private", "--domestic-share", "0.3")


@pytest.fixture
def init(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Init:
    return Init(capsys, monkeypatch, tmp_path)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", FILES)
def test_every_form_is_written_with_a_comment_on_each_line(init: Init, kind: str, language: str) -> None:
    for rules in ((), RULES):
        code, out, err = init(*FILES[kind], *rules, "--lang", language, "--force")
        assert (code, err) == (0, "")
        assert out.startswith("wrote mine.yaml\n")
        first, *lines = init.text().splitlines()
        assert first == "# yaml-language-server: $schema=request.schema.json"
        assert [line for line in lines if line and "# " not in line] == []
        assert bool(re.search("[\u4e00-\u9fff]", init.text())) == (language == "zh")
        requirements = load_request(init.folder / "mine.yaml").requirements
        assert requirements.language == language
        assert requirements.workloads[0].kind == {"pretrain": "pretrain", "finetune": "finetune"}.get(kind, "inference")
        assert requirements.site.it_power_kw == (400 if rules else None)
        assert (requirements.policy.domestic_share is not None) == bool(rules)


@pytest.mark.parametrize("kind", ["users", "finetune"])
def test_the_file_can_be_planned(init: Init, kind: str) -> None:
    assert init(*FILES[kind])[0] == 0
    for command in ("check", "plan"):
        more = ["-o", "mine.xlsx"] if command == "plan" else []
        assert guarded(lambda c=command, m=more: invoke([c, "mine.yaml", *m])) == 0  # type: ignore[misc]
    assert (init.folder / "mine.xlsx").is_file()


def test_the_longest_request_fits_the_context_that_is_assumed(init: Init) -> None:
    # 6,000 + 450 = 6,450 ≤ 7 × 1,024
    assert init(*USERS)[0] == 0
    assert "max_context_tokens: 7168  #" in init.text()


def test_nobody_to_ask_and_nothing_said(init: Init) -> None:
    code, out, err = init()
    assert (code, out) == (2, "")
    assert "missing: --for, --model" in err
    assert list(init.folder.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "missing"),
    [
        ("inference", "--headcount with --requests-per-hour, --requests-per-s, or --tokens-per-day with --busy-hours, "
                      "--input-tokens, --output-tokens, --tpot-ms"),
        ("pretrain", "--tokens, --deadline-days, --sequence-length"),
        ("finetune", "--method, --jobs-per-month, --tokens-per-job, --hours-per-job, --sequence-length"),
    ],
)  # fmt: skip
def test_every_missing_flag_is_named(init: Init, kind: str, missing: str) -> None:
    code, _, err = init("--for", kind, "--model", "Llama-2-7B")
    assert code == 2
    assert f"missing: {missing}" in err


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--model", "Qwen3-32"), "--model: unknown model"),
        (("--model", "Qwen3-32"), "did you mean Qwen3-32B?"),
        (("--headcount", "3.5"), "--headcount: must be a whole number"),
        (("--headcount", "1_000"), "--headcount: "),
        (("--headcount", "0"), "must be greater than 0 (got 0)"),
        (("--active-share", "30"), "write a share between 0 and 1: 0.3 for 30 %"),
        (("--peak-factor", "0.5"), "must be at least 1"),
        (("--input-tokens", "6000,1800"), "the mean (6000) is above"),
        (("--input-tokens", "1,2,3"), "must be two numbers"),
        (("--max-context", "1000"), "1000 is shorter than p95 of prompt + answer; write at least 6450"),
        (("--max-context", "9e9"), "is more than Qwen3-32B was made for"),
        (("--power-kw", "40kW"), "--power-kw: must be a number"),
        (("--power-kw", "true"), "--power-kw: must be a number"),
        (("--domestic-share", "50%"), "write 0.5 for 50%"),
        (("--buyer", "soee"), "write soe"),
        (("--lang", "fr"), "--lang: must be one of zh, en"),
        (("--requests-per-s", "2"), "--headcount and --requests-per-s: forms of one number; keep one"),
        (("--for", "pretrain"), "--headcount: does not apply to pretrain; remove it"),
        (("--name", " "), "must be a name of 1 to 200 printable characters"),
        (("--name", "a\nbuyer: state"), "must be a name"),
        (("--name", "x" * 201), "must be a name"),
    ],
)
def test_a_wrong_flag_is_named_and_nothing_written(init: Init, flags: tuple[str, ...], said: str) -> None:
    code, out, err = init(*USERS, *flags)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert list(init.folder.iterdir()) == []


def test_all_wrong_flags_at_once(init: Init) -> None:
    code, _, err = init("--model", "x", "--headcount", "-1", "--power-kw", "lots", "--for", "inference")
    assert code == 2
    assert all(part in err for part in ("--model: ", "--headcount: ", "--power-kw: ", "missing: "))


@pytest.mark.parametrize(
    "name",
    ['a: b # c', '"quoted" \\ back', "- [x]", "{{7*7}}", "=HYPERLINK(1)", "!!python/object:x", "*a &b", "null", "1e6",
     "集团 平台，一期", "%TAG", "$(rm -rf x)", "😀", "' or 1"],
)  # fmt: skip
def test_a_name_is_text_and_nothing_else(init: Init, name: str) -> None:
    assert init(*USERS, "--name", name)[0] == 0
    requirements = load_request(init.folder / "mine.yaml").requirements
    assert requirements.name == name.strip()
    assert requirements.buyer == "private"


def test_the_name_of_the_file_is_the_default(init: Init) -> None:
    assert init(*USERS, file="需求: 一期.yaml")[0] == 0
    assert load_request(init.folder / "需求: 一期.yaml").requirements.name == "需求: 一期"


def test_nothing_is_replaced_unasked(init: Init) -> None:
    (init.folder / "mine.yaml").write_text("mine", encoding="utf-8")
    code, _, err = init(*USERS)
    assert code == 2
    assert "mine.yaml exists" in err
    (init.folder / "request.schema.json").write_text("{}", encoding="utf-8")
    code, _, err = init(*USERS, file="other.yaml")
    assert code == 2
    assert "request.schema.json exists" in err
    assert not (init.folder / "other.yaml").exists()
    assert init.text() == "mine"
    assert init(*USERS, "--force")[0] == 0
    assert init(*USERS, file="other.yaml")[0] == 0  # the same schema may stay


@pytest.mark.parametrize("file", ["no/such/mine.yaml", ".", "request.schema.json"])
def test_places_that_cannot_be(init: Init, file: str) -> None:
    code, _, err = init(*USERS, file=file)
    assert code == 2
    assert err.startswith("procure: ")


def test_an_example_is_copied_as_it_is(init: Init) -> None:
    code, _, err = init("--example", "company_service", *USERS)
    assert code == 2
    assert "leave out the flags" in err
    assert init("--example", "company_service")[0] == 0
    shipped = resource("requirements_examples", "company_service.yaml").read_text(encoding="utf-8")
    assert init.text() == shipped
    code, out, _ = init("--example", "list")
    assert code == 0
    assert out.split() == sorted(path.stem for path in resource("requirements_examples").glob("*.yaml"))


def test_the_schema_beside_file_and_examples_is_the_current_one(init: Init) -> None:
    """After a change of the request: `procure schema request -o requirements_examples/request.schema.json`."""
    shipped = resource("requirements_examples", "request.schema.json").read_text(encoding="utf-8")
    assert json.loads(shipped) == request_schema()
    assert init(*USERS)[0] == 0
    assert (init.folder / "request.schema.json").read_text(encoding="utf-8") == shipped
    for example in resource("requirements_examples").glob("*.yaml"):
        first = example.read_text(encoding="utf-8").splitlines()[0]
        assert first == "# yaml-language-server: $schema=request.schema.json", example.name


def test_every_question_has_words_and_a_flag() -> None:
    keys = {question.key for question in QUESTIONS}
    assert keys - {"name"} == set(ASKED)  # the name is that of the file
    text = Path(invoke.__code__.co_filename).with_name("init_flags.py").read_text(encoding="utf-8")
    assert [key for key in keys - {"traffic"} if f'_option("{key}"' not in text] == []
    assert len({flag(key) for key in keys}) == len(keys)
