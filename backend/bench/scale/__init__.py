"""make bench-scale: how every page's request grows with the database."""
