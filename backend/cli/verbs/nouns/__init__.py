"""Verbs of what a project has: a noun is listed by its plural, one of them shown by its number."""
