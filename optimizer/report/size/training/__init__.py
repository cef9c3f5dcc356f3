"""A training job's sizing, shown: arithmetic of memory and time, the run, JSON."""
