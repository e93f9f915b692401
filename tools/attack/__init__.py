"""Attacks on a service of ours, as a suite: what is tried, and whether it held."""
