"""make bench-web: how fast the pages are, measured in Chromium against the whole product."""
