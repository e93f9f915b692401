"""Whole tournaments, thousands a second: chances of advancing, the value of an entry, and what a format needs."""
