"""Published sizing sums done again with the product's own functions."""
