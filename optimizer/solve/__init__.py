"""Run the model: status, bound, gap, repeatable ties; and what conflicts when nothing fits."""
