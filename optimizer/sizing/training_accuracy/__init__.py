"""How far the training model is from published measurements."""
