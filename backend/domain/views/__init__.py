"""Pages that gather from several nouns, and addresses of pages.

Begin with `overviews.py`; `page_addresses.py` knows which pages there are.
"""
