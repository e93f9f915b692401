"""The application layer: one command over the streams that it touches, the house's clock, randomness and leases."""
