"""`tidemark admin …`: administration next to the database, for people and scripts.

`parser.py` says which commands there are, and which module has each; only that one is loaded.
"""
