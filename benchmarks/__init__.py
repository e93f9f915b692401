"""What `make bench` measures: ratios within one run, because machines differ."""
