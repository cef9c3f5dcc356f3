"""Memory against sums done by hand."""

import pytest

from tests.size.run import sized

MIB = 2**20


def test_deepseek_r1_in_fp8_on_eight_h20(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "DeepSeek-R1", "h20-96", "--cards", "8", "--precision", "fp8", "--tp", "8")
    m = found["memory"]
    # 671.03e9 parameters at 1 B; head and embedding (129,280 × 7,168 each) at 2 B: 1 B more for each
    ends = 2 * 129_280 * 7168
    assert m["weights_bytes"] == pytest.approx(671_030_000_000 + ends)
    assert m["weights_device_bytes"] == pytest.approx(m["weights_bytes"] / 8)
    assert m["cache_token_bytes"] == m["cache_token_device_bytes"] == 61 * (512 + 64) * 2
    memory = 97_871 * MIB
    free = 0.9 * memory - m["weights_device_bytes"] - 3e9
    assert m["free_device_bytes"] == pytest.approx(free)
    # a sequence holds 1,024 + 256 / 2 tokens in the mean, 1,280 at the end
    assert (m["held_tokens"], m["longest_tokens"]) == (1152, 1280)
    assert m["memory_batch"] == int(free / (1152 * 70_272)) == 64
    assert m["total_bytes"] == pytest.approx(8 * (m["weights_device_bytes"] + 3e9 + 64 * 1152 * 70_272))
    assert m["total_bytes"] <= 8 * 0.9 * memory
    assert found["binding"]["limit"] == "memory"
    assert found["binding"]["needed"] == pytest.approx(65 * 1152 * 70_272)


def test_llama_70b_in_fp8_on_two_h100(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--cards", "2", "--tp", "2", "--precision", "fp8", "--input", "2000", "--output", "500")
    m = sized(capsys, "Llama-3.1-70B", "h100-sxm", *given)["memory"]
    # 70.55e9 parameters, of them twice 128,256 × 8,192 at 2 B instead of 1
    assert m["weights_bytes"] == pytest.approx(70_550_000_000 + 2 * 128_256 * 8192)
    assert m["cache_token_bytes"] == 2 * 80 * 8 * 128 * 2 == 327_680
    assert m["cache_token_device_bytes"] == 163_840
    free = 0.9 * 81_559 * MIB - m["weights_bytes"] / 2 - 3e9
    assert m["memory_batch"] == int(free / (2250 * 163_840)) == 102


def test_tensorrt_llm_takes_its_share_after_weights_and_holds_the_whole_length(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = ("--cards", "2", "--tp", "2", "--precision", "fp8", "--engine", "TensorRT-LLM", "--memory-use", "0.95")
    m = sized(capsys, "Llama-3.1-70B", "h100-sxm", *given)["memory"]
    assert m["held_tokens"] == 1280
    assert m["share_after_weights"]
    assert m["free_device_bytes"] == pytest.approx(0.95 * (81_559 * MIB - m["weights_bytes"] / 2 - 3e9))


def test_experts_and_heads_are_divided_apart(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--cards", "8", "--precision", "fp8", "--tp", "2", "--ep", "8")
    m = sized(capsys, "DeepSeek-R1", "h200-sxm", *given)["memory"]
    dense = m["body_params"] + 2 * (m["head_params"] + m["embedding_params"])
    assert m["weights_device_bytes"] == pytest.approx(dense / 2 + m["expert_params"] / 8)
    assert m["ranks"] == 4
    one = m["sequence_device_bytes"]
    assert m["memory_batch"] == int(m["free_device_bytes"] * 4 / one)
