"""The answer of `procure accuracy`, on the console and as JSON."""
