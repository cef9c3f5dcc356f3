"""The checker: every rule stated a second time in plain Python, from the request and not from the solver's integers."""
