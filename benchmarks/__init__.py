"""Judgements of speed, memory and accuracy that are too slow or too noisy for tests."""
