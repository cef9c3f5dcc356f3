"""`procure size`: JSON, exit codes, languages, and every flag that is refused."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from optimizer.report.size.words import WORDS
from tests.catalog.configs import text_of
from tests.catalog_commands.run import procure
from tests.size.run import sized

FITS = ("Qwen3-32B", "h20-96", "--tpot", "50")
REFUSED = ("DeepSeek-R1", "h100-sxm", "--precision", "fp8")
SHORT = ("Qwen3-32B", "dgx-h100", "--cards", "1", "--precision", "bf16", "--concurrency", "300")
HEADS = ("Qwen2-72B", "a100-40-sxm", "--cards", "6", "--precision", "bf16")
QUICK = ("--quick",)


def test_names_are_the_same_for_every_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    answers = [sized(capsys, *arguments) for arguments in (FITS, REFUSED, SHORT, HEADS)]
    assert len({tuple(each) for each in answers}) == 1
    assert [each["status"] for each in answers] == ["fits", "does_not_fit", "does_not_carry", "does_not_fit"]
    assert sized(capsys, *FITS) == answers[0]


def test_the_best_layout_leads_and_the_runners_up_carry_less(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "Qwen3-32B", "h200-sxm", "--tpot", "50", "--ttft", "2000")
    carried = [each["capacity"] * each["replicas"] for each in (found["layout"], *found["runners_up"])]
    assert carried == sorted(carried, reverse=True)
    assert found["layout"]["replicas"] * found["layout"]["devices"] + found["idle_cards"] == found["cards"]


def test_a_card_takes_its_smallest_server_on_which_the_model_fits(capsys: pytest.CaptureFixture[str]) -> None:
    small, large = (sized(capsys, model, "rtx-4090", "--precision", "bf16") for model in ("Qwen3-8B", "Qwen3-32B"))
    assert (small["cards"], large["cards"]) == (1, 4)  # 16.4 and 65.5 GB of weights; one card has 25.8 GB
    assert small["status"] == large["status"] == "fits"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("arguments", [FITS, REFUSED, SHORT, HEADS, QUICK])
def test_answers_fit_80_columns_in_both_languages(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], language: str
) -> None:
    code, out, err = procure(capsys, "size", *arguments, "--lang", language)
    assert (code in (0, 3), err) == (True, "")
    assert max(map(cell_len, out.splitlines())) <= 80
    assert "{" not in out
    assert "…" not in out


def test_json_to_a_file_keeps_the_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "sized.json"
    code, out, _ = procure(capsys, "size", *FITS, "--json", str(target))
    assert code == 0
    assert "KV cache" in out
    assert json.loads(target.read_text(encoding="utf-8"))["model"] == "Qwen3-32B"


def test_a_config_json_is_a_model(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(text_of("qwen3-32b"), encoding="utf-8")
    own, shipped = sized(capsys, str(path), "h20-96", "--tpot", "50"), sized(capsys, *FITS)
    assert own["memory"]["weights_bytes"] == pytest.approx(shipped["memory"]["weights_bytes"], rel=1e-3)
    assert any("counted from the shape" in each["source"] for each in own["assumptions"])
    path.write_text("{", encoding="utf-8")
    code, out, err = procure(capsys, "size", str(path), "h20-96")
    assert (code, out) == (2, "")
    assert "config.json" in err


def test_stages_that_the_search_does_not_try(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, *HEADS, "--tp", "2", "--pp", "3")
    assert (found["status"], found["layout"]["devices"], found["layout"]["pipeline_parallel"]) == ("fits", 6, 3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "MODEL: is missing"),
        (("Qwen3-32B",), "CARD|SERVER: is missing"),
        (("qwen3-32", "h20-96"), "MODEL: unknown model"),
        (("qwen3-32", "h20-96"), "did you mean"),
        (("bge-m3", "h20-96"), "MODEL: bge-m3 cannot be planned: encoder"),
        (("Qwen3-32B", "h20_96"), "CARD|SERVER: unknown card or server"),
        (("Qwen3-32B", "h20_96"), "did you mean h20-96?"),
        (("Qwen3-32B", "mtt_s5000"), "mtt_s5000 cannot be planned"),
        (("Qwen2-72B", "h20-96", "--tp", "6"), "--tp: 6 does not divide 64 attention heads; degrees that do: 1, 2, 4"),
        (("Qwen2-72B", "h20-96", "--tp", "32"), "--tp: no measured row splits the heads over more than 16 devices"),
        (("Qwen2-72B", "h20-96", "--tp", "16"), "--tp: tensor ranks stay inside one server, which has 8 devices"),
        (("Qwen2-72B", "h20-96", "--ep", "2"), "--ep: the model is dense"),
        (("DeepSeek-R1", "h20-96", "--ep", "7"), "--ep: 7 does not divide 256 experts"),
        (("DeepSeek-R1", "h20-96", "--tp", "4", "--ep", "2"), "--ep: 2 is no multiple of the tensor degree 4"),
        (("DeepSeek-R1", "h20-96", "--tp", "4", "--ep", "8", "--pp", "2"), "modelled without pipeline stages"),
        (("Qwen2-72B", "h20-96", "--cards", "4", "--tp", "8"), "--tp: these degrees take 8 devices, there are 4"),
        (("Qwen2-72B", "h20-96", "--pp", "81"), "--pp: 81 stages are more than 80 layers"),
        (("Qwen2-72B", "dgx-h100", "--cards", "12"), "12 cards are no whole number of servers of 8; write 8 or 16"),
        (("Qwen2-72B", "dgx-h100", "--cards", "100000"), "--cards: 100000 cards are too many; write at most 512"),
        (("Qwen3-32B", "h20-96", "--precision", "fp9"), "--precision: must be one of fp16, bf16"),
        (("Qwen3-32B", "h20-96", "--kv", "int2"), "--kv: must be one of bf16"),
        (("Qwen3-32B", "h20-96", "--engine", "vlm"), "--engine: unknown engine"),
        (("Qwen3-32B", "h20-96", "--tpot", "0"), "--tpot: must be greater than 0"),
        (("Qwen3-32B", "h20-96", "--ttft", "nan"), "--ttft: must be a number (got nan)"),
        (("Qwen3-32B", "h20-96", "--tpot", "inf"), "--tpot: must be a number (got inf)"),
        (("Qwen3-32B", "h20-96", "--memory-use", "1.2"), "--memory-use: must be at most 0.98"),
        (("Qwen3-32B", "h20-96", "--fabric", "-1"), "--fabric: must be greater than 0"),
        (("Qwen3-32B", "h20-96", "--max-context", "100"), "--max-context: 100 is shorter than"),
        (("Qwen3-32B", "h20-96", "--input", "900000"), "--max-context: 900256 is more than Qwen3-32B was made for"),
        (("Qwen3-32B", "h20-96", "--cards", "0"), "--cards"),
        (("--quick", "Qwen3-32B"), "--quick: prints the same sums for every model and card"),
        (("--quick", "--tp", "2"), "--quick"),
    ],
)  # fmt: skip
def test_a_flag_that_cannot_be_used_is_refused_with_a_remedy(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = procure(capsys, "size", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_all_problems_at_once_and_in_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = procure(capsys, "size", "nope", "nowhere", "--tpot", "-1", "--kv", "x", "--json", "-")
    assert code == 2
    assert "4 problems" in err
    assert {each["path"] for each in json.loads(out)["problems"]} == {"MODEL", "CARD|SERVER", "--tpot", "--kv"}


def test_words_have_both_languages_and_the_same_places() -> None:
    for key, (chinese, english) in WORDS.items():
        assert chinese.strip(), key
        assert english.strip(), key
        assert fields_of(chinese) == fields_of(english), key


def fields_of(text: str) -> set[str]:
    return {part.split("}")[0].split(":")[0] for part in text.split("{")[1:]}
