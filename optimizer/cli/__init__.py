"""Command line: parse, call one library function, print, exit. Data to stdout, messages to stderr."""
