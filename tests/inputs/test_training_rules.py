from pathlib import Path

import pytest

from tests.inputs.request_files import FINETUNE, PRETRAIN, TENDER, changed, load, problems


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (PRETRAIN, "    tokens: 300e9\n", "",
         "request.yaml:3:5: workloads[0].tokens: is missing; write how many tokens"),
        (PRETRAIN, "    tokens: 300e9\n", "    samples: {count: 9, tokens_per_sample: 100, epochs: 1}\n",
         "samples: 9 samples × 100 tokens × 1 epochs = 900 tokens are less than one sequence of 4096"),
        (PRETRAIN, "    sequence", "    samples: {count: 1e8, tokens_per_sample: 2500.5, epochs: 2}\n    sequence",
         "request.yaml:7:5: workloads[0].samples: a second form of demand: tokens gives 300,000,000,000 tokens, "
         "samples give 500,100,000,000; keep one: `tokens`, or `samples`"),
        (PRETRAIN, "    tokens: 300e9\n", "    samples: {count: 10, epochs: 1}\n",
         "workloads[0].samples.tokens_per_sample: is missing; write the mean tokens of a sample"),
        (PRETRAIN, "    tokens: 300e9\n", "    samples: {count: 10, tokens_per_sample: 4096, epoch: 1, epochs: 1}\n",
         'workloads[0].samples.epoch: unknown key "epoch"; did you mean epochs?'),
        (PRETRAIN, "300e9", "lots", "workloads[0].tokens: must be a whole number"),
        (PRETRAIN, "    deadline_days: 45\n", "", "workloads[0].deadline_days: is missing; write within how many days"),
        (PRETRAIN, "    sequence_length: 4096\n", "",
         "workloads[0].sequence_length: is missing; write the training sequen"),
        (PRETRAIN, "300e9", "300",
         "workloads[0].tokens: 300 tokens are less than one sequence of 4096; write all tokens: 3"),
        (PRETRAIN, "45", "366",
         "workloads[0].deadline_days: 366 days are more than the year for which a run holds its"),
        (PRETRAIN, "45", "45\n    global_batch_tokens: 4095", "a batch of 4095 tokens holds no sequence of 4096"),
        (PRETRAIN, "45", "45\n    global_batch_tokens: 4e11", "is more than the whole run (300000000000)"),
        (PRETRAIN, "4096", "40961",
         "request.yaml:7:5: workloads[0].sequence_length: 40961 is more than Qwen3-32B was mad"),
        (PRETRAIN, "Qwen3-32B", "Qwen3-23B", 'unknown model "Qwen3-23B"; did you mean Qwen3-32B?'),
        (PRETRAIN, "45", "45\n    mfu: 45", "write a share between 0 and 1: 0.45 for 45 %"),
        (PRETRAIN, "45", "45\n    precision: [int8]", "must be one of bf16, fp16, fp8 (got \"int8\")"),
        (PRETRAIN, "45", "45\n    precision: []", "workloads[0].precision: must not be empty"),
        (PRETRAIN, "45", "45\n    max_server_types: 2", 'unknown key "max_server_types"'),
        (FINETUNE, "    jobs_per_month: 8\n", "", "workloads[0].jobs_per_month: is missing; write how many jobs"),
        (FINETUNE, "    tokens_per_job: 50e6\n", "",
         "workloads[0].tokens_per_job: is missing; write the tokens of one job"),
        (FINETUNE, "    method", "    samples: {count: 20e3, tokens_per_sample: 1000, epochs: 3}\n    method",
         "samples: a second form of demand: tokens_per_job gives 50,000,000 tokens, samples give 60,000,000; keep one"),
        (FINETUNE, "    max_hours_per_job: 24\n", "",
         "workloads[0].max_hours_per_job: is missing; write within how many"),
        (FINETUNE, "    method: lora\n", "",
         "workloads[0].method: is missing; write `method: full`, `lora` or `qlora`"),
        (FINETUNE, "lora", "loar", 'must be one of full, lora, qlora (got "loar"); write lora'),
        (FINETUNE, "50e6", "50", "workloads[0].tokens_per_job: 50 tokens are less than one sequence of 4096"),
        (FINETUNE, "24", "731", "731 hours are more than a month (730 h); describe so long a run as `kind: pretrain`"),
        (TENDER, ", precision: fp16", "",
         "request.yaml:5:5: workloads[0].demand.precision: is missing: a card has another"),
        (TENDER, "pflops", "cards",
         "request.yaml:5:40: workloads[0].demand.precision: only has a meaning with `unit: pflo"),
        (TENDER, "pflops", "tflops", "must be one of pflops, cards, servers (got \"tflops\"); write pflops"),
        (TENDER, "    demand: {value: 1000, unit: pflops, precision: fp16}\n", "",
         "demand: is missing; write `demand: {value"
         ": 1000, unit: pflops, precision: fp16}`"),
    ],
)  # fmt: skip
def test_one_problem_with_remedy(tmp_path: Path, text: str, old: str, new: str, message: str) -> None:
    found = problems(tmp_path, changed(old, new, text))
    assert len(found) == 1, found
    assert message in found[0]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (
            PRETRAIN,
            "45",
            "365\n    global_batch_tokens: 4096\n    precision: [fp8, bf16]\n    mfu: 0.4\n    spare_share: 0.05",
        ),
        (PRETRAIN, "300e9", "4096"),
        (PRETRAIN, "tokens: 300e9", "samples: {count: 1, tokens_per_sample: 2048, epochs: 2}"),
        (FINETUNE, "tokens_per_job: 50e6", "samples: {count: 9e3, tokens_per_sample: 1500.5, epochs: 0.5}"),
        (PRETRAIN, "4096", "40960"),
        (FINETUNE, "24", "730\n    domestic_only: true"),
        (TENDER, "1000, unit: pflops, precision: fp16", "64, unit: cards"),
        (TENDER, "fp16}", "fp8}\n    max_server_types: 3\n    minimum_split: 0.2"),
    ],
)
def test_what_is_just_allowed(tmp_path: Path, text: str, old: str, new: str) -> None:
    assert load(tmp_path, changed(old, new, text)).requirements.workloads
