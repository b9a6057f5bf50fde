"""The calls of the API, in groups as its description has them; made by scripts/python_client.py."""
