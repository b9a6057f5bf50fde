"""Tables of reports, runs, profiles and time courses.

Begin with `documents.py`.
"""
