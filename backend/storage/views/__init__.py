"""What pages read that gather from several nouns, and what people keep.

Begin with `overviews.py`; `saved.py` keeps views.
"""
