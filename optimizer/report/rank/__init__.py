"""The ladder of cards on the console and as JSON."""
