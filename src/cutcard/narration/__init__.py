"""Telling what happens at a table in words, for terminal, pages and history alike."""
