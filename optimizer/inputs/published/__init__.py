"""Published measurements: rows of benchmark files, and what their labels, models and numbers mean."""
