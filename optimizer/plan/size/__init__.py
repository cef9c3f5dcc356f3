"""One model on one kind of card: memory, speed and latency with every term shown, and the nearest change that fits."""
