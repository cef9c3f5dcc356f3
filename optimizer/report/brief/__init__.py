"""The plan on one page: Markdown, HTML and pictures."""
