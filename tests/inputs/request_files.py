"""Small requirements files for the tests of `inputs`."""

from pathlib import Path

import pytest

from optimizer.errors import InputError, Problem
from optimizer.inputs.load import load_request
from optimizer.inputs.request import Request

INFERENCE = """\
name: test
workloads:
  - name: assistant
    kind: inference
    model: Qwen3-32B
    traffic:
      peak_requests_per_s: 14
      input_tokens: {mean: 1800, p95: 6000}
      output_tokens: {mean: 450, p95: 1200}
    latency: {tpot_p95_ms: 60}
    max_context_tokens: 32768
"""
SERVICE = """\
name: test
measurements: [rows.csv]
workloads:
  - name: ocr
    kind: service
    demand: {value: 40, unit: pages/s}
"""
PRETRAIN = """\
name: test
workloads:
  - name: run
    kind: pretrain
    model: Qwen3-32B
    tokens: 300e9
    sequence_length: 4096
    deadline_days: 45
"""
FINETUNE = """\
name: test
workloads:
  - name: jobs
    kind: finetune
    model: Qwen3-32B
    method: lora
    jobs_per_month: 8
    tokens_per_job: 50e6
    sequence_length: 4096
    max_hours_per_job: 24
"""
TENDER = """\
name: test
workloads:
  - name: phase-1
    kind: capacity
    demand: {value: 1000, unit: pflops, precision: fp16}
"""
ROWS_HEADER = "workload,server,cards,capacity,unit,date,source\n"
ROWS = ROWS_HEADER + "ocr,pcie-8x-l20,1,12.5,pages/s,2026-05,own bench\n"


def load(folder: Path, text: str, **others: str) -> Request:
    """Load `text` as request.yaml beside other files, given as name with `__` for the dot."""
    for name, content in others.items():
        file = folder / name.replace("__", ".")
        file.write_text(content, encoding="utf-8")
    (folder / "request.yaml").write_text(text, encoding="utf-8")
    return load_request(folder / "request.yaml")


def problems(folder: Path, text: str, **others: str) -> list[str]:
    """Problems of a file that must be refused, as `file:line:column path: what; remedy`."""
    return [str(problem) for problem in refused(folder, text, **others)]


def refused(folder: Path, text: str, **others: str) -> tuple[Problem, ...]:
    """The same as objects."""
    with pytest.raises(InputError) as caught:
        load(folder, text, **others)
    return caught.value.problems


def changed(old: str, new: str, text: str = INFERENCE) -> str:
    """A requirements file with one passage replaced."""
    assert old in text
    return text.replace(old, new, 1)
