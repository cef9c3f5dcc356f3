"""One constraint family per module: a docstring with the maths and one function (instance, variables) → rows."""
