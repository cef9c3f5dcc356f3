"""Machines and jobs for the training tests, with the links and shapes of published runs."""

from optimizer.sizing.training_machine import TrainingMachine, inside_rate, machine_of
from optimizer.sizing.training_work import Method, Software, TrainedModel, TrainingWork, trained_model
from tests.catalog.shipped import catalog

LLAMA_65B = TrainedModel(65.2e9, 65.2e9, 80, 8192, 32_000, 8192, 1, 1)
BLOOM_176B = TrainedModel(176e9, 176e9, 70, 14_336, 250_880, 14_336, 1, 1)
SMALL = TrainedModel(1e9, 1e9, 10, 1000, 1000, 1000, 1, 1)
MIXTURE = TrainedModel(1e9, 0.5e9, 10, 1000, 1000, 1000, 8, 2)


def machine(card_id: str, *, link: str = "NVLink", node: int = 8, outside: float = 50e9) -> TrainingMachine:
    """A catalog card, eight to a node, 400 Gbit/s between nodes."""
    card = catalog().cards[card_id]
    assert card.facts is not None
    inside = inside_rate(card.facts, link)
    return machine_of(card, "bf16", inside_bytes_per_s=inside, outside_bytes_per_s=outside, node_devices=node)


def work(
    model: str | TrainedModel, method: Method = "full", sequence: int = 4096, software: Software = "generic"
) -> TrainingWork:
    """A 16-bit job."""
    shape = trained_model(catalog().models[model]) if isinstance(model, str) else model
    return TrainingWork(shape, method, sequence, 16, software, software)
