"""`procure init` on a terminal: every question, visible defaults, essentials asked again."""

from pathlib import Path

import pytest

from optimizer.inputs.load import load_request
from optimizer.inputs.traffic import Traffic
from optimizer.inputs.workload import InferenceWorkload, PretrainWorkload
from tests.cli.init_runs import USERS, Init


@pytest.fixture
def init(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Init:
    return Init(capsys, monkeypatch, tmp_path)


def typed(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def test_a_service_by_its_users(init: Init) -> None:
    answers = typed("en", "inference", "Qwen3-32B", "users", "300", "6", "0.5", "", "1800,6000", "450", "", "80", "40",
                    "", "soe", "0.5")  # fmt: skip
    code, out, err = init(typed=answers)
    assert (code, err) == (0, "")
    assert "Who buys: state, soe, private, overseas [Enter = private]: " in out
    assert "Longest conversation, tokens [Enter = 7168]: " in out
    assert "How many users: " in out  # no default
    requirements = load_request(init.folder / "mine.yaml").requirements
    (workload,) = requirements.workloads
    assert isinstance(workload, InferenceWorkload)
    assert isinstance(workload.traffic, Traffic)
    assert workload.traffic.users is not None
    assert workload.traffic.users.model_dump(exclude_none=True) == {
        "headcount": 300, "active_share": 0.5, "requests_per_active_hour": 6.0, "peak_factor": 1.0,
    }  # fmt: skip
    assert (workload.latency.tpot_p95_ms, workload.max_context_tokens) == (80.0, 7168)
    assert (requirements.site.it_power_kw, requirements.finance.capex_budget) == (40.0, None)
    assert requirements.buyer == "soe"
    assert requirements.policy.domestic_share is not None
    assert requirements.policy.domestic_share.minimum == 0.5


def test_essentials_are_asked_again_and_mistakes_explained(init: Init) -> None:
    answers = typed("fr", "", "", "inference", "", "Qwen3-32", "Qwen3-32B", "requests", "", "0", "2", "1800", "450",
                    "", "", "80%", "80", "", "", "", "")  # fmt: skip
    code, out, err = init(typed=answers)
    assert code == 0
    assert err.count("这一项没有默认值") == 4  # purpose, model, requests, TPOT
    assert "must be one of zh, en" in err
    assert "did you mean Qwen3-32B?" in err
    assert "must be greater than 0 (got 0)" in err
    assert "write 0.8 for 80%" in err
    assert "采购主体" in out
    assert "peak_requests_per_s: 2  # 峰值请求/秒" in init.text()


def test_a_pre_training_run(init: Init) -> None:
    answers = typed("zh", "pretrain", "Llama-2-7B", "300e9", "45", "99999", "4096", "200", "", "", "", "")
    code, out, err = init(typed=answers)
    assert code == 0
    assert "99999 is more than Llama-2-7B was made for" in err
    assert "TPOT" not in out
    (workload,) = load_request(init.folder / "mine.yaml").requirements.workloads
    assert isinstance(workload, PretrainWorkload)
    assert (workload.tokens, workload.deadline_days, workload.sequence_length) == (300 * 10**9, 45.0, 4096)


def test_with_flags_only_what_is_essential_is_asked(init: Init) -> None:
    code, out, _ = init(*USERS[2:], "--lang", "en", typed=typed("Qwen3-32B"))
    assert code == 0
    assert out.startswith("Model (catalog id such as Qwen3-32B): wrote mine.yaml")


def test_a_wrong_flag_is_said_before_anything_is_asked(init: Init) -> None:
    code, out, err = init("--lang", "fr", "--headcount", "3", typed=typed("Qwen3-32B"))
    assert (code, out) == (2, "")
    assert "--lang: must be one of" in err


def test_an_input_that_ends_writes_nothing(init: Init) -> None:
    code, _, err = init(typed=typed("en", "inference"))
    assert code == 2
    assert "the input ended before --model was answered" in err
    assert list(init.folder.iterdir()) == []


def test_a_file_in_the_way_is_said_first(init: Init) -> None:
    (init.folder / "mine.yaml").write_text("mine", encoding="utf-8")
    code, out, err = init(typed=typed("en"))
    assert (code, out) == (2, "")
    assert "mine.yaml exists" in err
