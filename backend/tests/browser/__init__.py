"""Pages in a real Chromium, which the files of this folder share."""
