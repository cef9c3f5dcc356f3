"""How far the throughput model is from published measurements."""
