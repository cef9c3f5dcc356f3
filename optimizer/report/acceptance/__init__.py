"""Acceptance at delivery: what to measure, the least to accept, and what faults look like."""
