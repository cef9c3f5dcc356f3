"""One row of a measurement file in the long form: a benchmark run that calibrates the throughput model."""

from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.workload import KvPrecision, WeightPrecision

Metric = Literal["output_tok_s_total", "total_tok_s", "prefill_tok_s", "output_tok_s_single_stream", "requests_s"]
Scenario = Literal["fixed_concurrency", "offline", "single_stream", "server"]


class MeasuredRun(Frozen):
    """Card, settings and result of one run; lengths in tokens, the result in the unit of its metric."""

    id: str
    """Empty where the file gives none."""
    card: str
    """Card id of the catalog."""
    cards: int
    server_or_form: str
    """A server id of the catalog says which link joined the cards; other text is kept as it is."""
    model: str
    """Model id of the catalog, or the path under which the request names a config.json."""
    weight_precision: WeightPrecision
    kv_precision: KvPrecision | None
    """None = not stated."""
    tensor_parallel: int | None
    """Cards; None = not stated."""
    pipeline_parallel: int
    expert_parallel: int
    engine_class: str
    input_tokens: float
    output_tokens: float
    concurrency: float | None
    """Requests in flight offered to the whole system; None = without limit."""
    metric: Metric
    value: float
    """Of the whole system: tokens/s, or requests/s."""
    scenario: Scenario
    date: str
    source: str
    notes: str
    file: str
    line: int
    columns: tuple[tuple[str, int], ...]
    """Name of each column → 1-based column in the line where its cell starts."""
