"""Frozen values, enums and pure functions, in one package per noun.

Begin with the drawing in `backend/README.md`; modules that stand here alone serve every noun.
"""
