"""A Hugging Face config.json as a model of the catalog."""
