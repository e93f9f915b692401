"""Players that are programs: they sit at the tables of a service and play by the exact strategy, over its real API."""
