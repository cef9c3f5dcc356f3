"""A Plan as console text, JSON and an Excel workbook. Takes a Plan, never a solver."""
