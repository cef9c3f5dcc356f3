"""Sizing of one training job: layout, memory, time, energy and cost of a run on given cards."""
