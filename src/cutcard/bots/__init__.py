"""Bots: programs that sit at a service's tables and play the exact strategy over its public API."""
