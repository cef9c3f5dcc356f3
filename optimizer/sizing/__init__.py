"""Pure functions: model, card and traffic → options with a capacity, or rejections with numbers. No solver."""
