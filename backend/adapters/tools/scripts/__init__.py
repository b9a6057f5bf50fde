"""Output of harnesses for Python, JavaScript, Ruby, Julia and Dart.

Each module reads one harness, in the forms that it prints.
"""
