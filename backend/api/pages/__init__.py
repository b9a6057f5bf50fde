"""What browsers get outside the API: built pages, short links, pictures.

Begin with `built.py`.
"""
