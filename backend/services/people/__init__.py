"""Sign in, invite, make keys, let CI systems in, and write the audit trail.

Begin with `sign_in.py`; `audit.py` is written by every other package.
"""
