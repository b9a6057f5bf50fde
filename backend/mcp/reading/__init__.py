"""Tools that read. The first line of each tells an assistant what it answers."""
