"""What a ladder rests on: scale, weights, prices and, with a model, the traffic and the two rates."""

from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.rank.ladder import Ladder
from optimizer.plan.rank.scores import DIMENSIONS
from optimizer.report.rank.words import word
from optimizer.report.rejection_words import rejection_words


def basis(request: Request, ladder: Ladder, language: str) -> list[str]:
    """Sentences below the tables."""
    weights = "/".join(f"{float(100 * ladder.weights[d]):.4g}" for d in DIMENSIONS)
    case = word(f"case.{request.requirements.price_case}", language)
    sentences = [
        word("weights", language).format(weights=weights),
        word("dimensions", language).format(precision=ladder.precision),
        word("prices", language).format(case=case, book=request.book.id),
    ]
    if ladder.workload:
        sentences += _tokens(request, ladder.workload, language)
    return sentences


def _tokens(request: Request, workload: InferenceWorkload, language: str) -> list[str]:
    requirements, latency = request.requirements, workload.latency
    if workload.traffic == "fit":
        return []
    ttft = word("no_limit", language) if latency.ttft_p95_ms is None else f"≤ {latency.ttft_p95_ms:g} ms"
    listed = ", ".join(workload.weight_precision or ()) or word("default_weights", language)
    traffic = word("traffic", language).format(
        model=workload.model,
        input=workload.traffic.input_lengths.mean,
        output=workload.traffic.output_lengths.mean,
        tpot=latency.tpot_limit_ms,
        ttft=ttft,
        weights=listed,
        load=requirements.sizing.load_limit,
        buyer=rejection_words(f"buyer: {requirements.buyer}", language).here,
    )
    tokens = word("tokens", language).format(
        years=requirements.finance.horizon_years,
        kwh=request.parameter("electricity_price"),
        air=requirements.site.pue.air,
        liquid=requirements.site.pue.liquid,
    )
    return [traffic, tokens, word("bands", language)]
