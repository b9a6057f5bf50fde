"""How fast files of tools are read."""
