"""AI-accelerator procurement optimiser: requirements YAML in, proved purchase plan and workbook out."""

__version__ = "0.1.0"
