"""Files → frozen objects; every problem reported at once with file, line, column and remedy."""
