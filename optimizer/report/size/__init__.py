"""A sizing on the console and as JSON, and the quick sums."""
