"""Output of C and C++ benchmark libraries.

Each module reads one library, in the forms that it prints.
"""
