"""`make fuzz`: the whole API asked for odd things, bounded by count; a 5xx is a fault of ours."""
