"""Output of harnesses for the JVM, .NET and Go.

Each module reads one harness, in the forms that it prints.
"""
