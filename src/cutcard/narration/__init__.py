"""Describes what happens at a table in words, for the terminal, the web pages and the history."""
