"""What is said of results that came without their scatter, in the same words everywhere."""

SUMMARY_ONLY = "Summary only: the order is as observed, with no interval and no claim."
