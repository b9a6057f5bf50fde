"""What calls are asked with: filters, sides, the page, and names that a call knows.

Begin with `filters.py`.
"""
