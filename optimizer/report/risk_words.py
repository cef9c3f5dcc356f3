"""Risks in both languages: name, fact with figures, rule, mitigation, and whom they concern."""

from optimizer.plan.plan import Plan, Variant
from optimizer.plan.risk.risk import Risk
from optimizer.plan.risk.risks import top_risks
from optimizer.plan.risk.site import full_limits
from optimizer.report.limit_names import limit_words
from optimizer.report.plan_words import server_names
from optimizer.report.texts import Words, both, in_order, label


def risk_name(risk: Risk, language: str) -> Words:
    """What it is called."""
    return both(f"risk.{risk.kind}", language)


def risk_fact(plan: Plan, risk: Risk, language: str) -> Words:
    """What the plan says of it, with numbers."""
    return in_order(_filled(plan, risk, "zh"), _filled(plan, risk, "en"), language)


def risk_line(plan: Plan, language: str) -> str:
    """The worst risks with their levels in one line; empty where there are none."""
    named = [f"{risk_name(each, language).here} ({each.level})" for each in top_risks(plan)]
    names = ("；" if language == "zh" else "; ").join(named)
    return label("risks.line", language).format(names=names) if named else ""


def risk_rule(risk: Risk, language: str) -> Words:
    """Why it is so likely and so bad."""
    return both(f"risk.{risk.kind}.rule", language)


def risk_mitigation(risk: Risk, language: str) -> Words:
    """What can be done."""
    return both(f"risk.{risk.kind}.act", language)


def risk_concerns(plan: Plan, risk: Risk, language: str) -> Words:
    """Servers and workloads by name, else the whole plan."""
    names = [name for name in (server_names(plan, risk.servers), ", ".join(risk.workloads)) if name]
    return Words("; ".join(names), "; ".join(names)) if names else both("risks.whole", language)


def _filled(plan: Plan, risk: Risk, language: str) -> str:
    facts = {name: _figure(plan, name, value) for name, value in risk.facts.items()}
    if "status" in facts:
        facts["status"] = label(f"status.{facts['status']}", language)
    if risk.kind == "quantile":
        facts["status"] = _at_p10(plan, language)
    if risk.kind == "binding":
        held = (limit_words(use, language).here for use in full_limits(plan))
        facts["limits"] = ("、" if language == "zh" else ", ").join(held)
    return label(f"risk.{risk.kind}.fact", language).format(**facts)


def _at_p10(plan: Plan, language: str) -> str:
    p10: Variant = next(v for v in plan.variants if v.kind == "p10")
    return "; ".join(p10.purchases) or label(f"status.{p10.status}", language)


def _figure(plan: Plan, name: str, value: float | str) -> str:
    if isinstance(value, str):
        return value
    if name.endswith("_share"):
        return f"{value:.1%}"
    return f"{value:,.0f} {plan.objective.currency}" if name == "amount" else f"{value:,.10g}"
