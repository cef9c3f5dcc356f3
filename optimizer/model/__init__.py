"""Instance → CP-SAT: variables in one container, one module per constraint family, one objective."""
