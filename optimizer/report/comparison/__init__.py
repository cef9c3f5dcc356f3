"""One module per sheet of a comparison: scenarios side by side, bridge, share curve, details, notes."""
