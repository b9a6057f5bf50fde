"""How large and how sure a change must be, and what other rules would find.

Begin with `rules.py`; `files.py` reads `.tidemark.toml`.
"""
