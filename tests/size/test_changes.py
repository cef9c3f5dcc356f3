"""Changes that make a model fit: each helps when it is made, and the nearest of its kind is named."""

from typing import Any

import pytest

from tests.size.run import changes, sized

FLAGS = {"cards": "--cards", "precision": "--precision", "kv": "--kv", "context": "--max-context"}


def made(given: dict[str, str], change: dict[str, Any]) -> tuple[str, ...]:
    """The command line with one change made."""
    flags = {**given, FLAGS[change["kind"]]: f"{change['to']}"}
    return tuple(word for pair in flags.items() for word in pair)


def test_every_change_of_flags_fits_when_it_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    given = {
        "--cards": "2", "--precision": "bf16", "--input": "20000", "--output": "2000", "--max-context": "40000",
    }  # fmt: skip
    found = sized(capsys, "Qwen3-235B-A22B", "h20-141", *(word for pair in given.items() for word in pair))
    assert found["status"] == "does_not_fit"
    for change in found["changes"]:
        if change["kind"] in FLAGS:
            again = sized(capsys, "Qwen3-235B-A22B", "h20-141", *made(given, change))
            assert again["status"] == "fits"
            assert again["layout"]["devices"] == change["layout"]["devices"]


def test_a_context_too_long_gives_the_longest_and_the_8_bit_cache(capsys: pytest.CaptureFixture[str]) -> None:
    given = {"--cards": "1", "--precision": "fp8", "--max-context": "131072"}
    found = sized(capsys, "Llama-3.1-70B", "h20-96", *(word for pair in given.items() for word in pair))
    assert found["rejection"]["limit"] == "context"
    known = changes(found)
    assert set(known) >= {"cards", "context"}
    assert known["cards"]["to"] == 2  # one card more, not the whole server
    longest = known["context"]["to"]
    assert longest == found["rejection"]["available"]
    assert sized(capsys, "Llama-3.1-70B", "h20-96", *made(given, known["context"]))["status"] == "fits"
    above = made(given, {"kind": "context", "to": longest + 1})
    assert sized(capsys, "Llama-3.1-70B", "h20-96", *above)["status"] == "does_not_fit"


def test_the_other_server_is_one_that_may_be_had(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "DeepSeek-R1", "h100-sxm", "--precision", "fp8")
    server = changes(found)["server"]
    assert server["price_cny"] > 0
    assert server["price_source"]
    again = sized(capsys, "DeepSeek-R1", server["to"], "--precision", "fp8")
    assert again["status"] == "fits"


def test_fewer_requests_in_flight_are_carried(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--cards", "1", "--precision", "bf16", "--input", "4000", "--output", "500", "--tpot", "80")
    found = sized(capsys, "Qwen3-32B", "h20-96", *given, "--concurrency", "500")
    fewer = changes(found)["concurrency"]["to"]
    assert sized(capsys, "Qwen3-32B", "h20-96", *given, "--concurrency", f"{fewer}")["status"] == "fits"
    one_more = sized(capsys, "Qwen3-32B", "h20-96", *given, "--concurrency", f"{fewer + 1}")
    assert one_more["status"] == "does_not_carry"


def test_what_fits_needs_no_change(capsys: pytest.CaptureFixture[str]) -> None:
    assert sized(capsys, "Qwen3-8B", "l20")["changes"] == []
