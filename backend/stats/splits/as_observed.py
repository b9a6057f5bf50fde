"""What is said of results that came without their scatter, in the same words everywhere."""

SUMMARY_ONLY = "Summary only: no significance test."
