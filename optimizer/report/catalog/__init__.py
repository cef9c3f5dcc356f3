"""The catalog to look at: lists, single entries and comparisons, as tables and JSON. Needs no request and no plan."""
