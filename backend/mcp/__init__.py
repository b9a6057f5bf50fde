"""Tools for assistants (MCP), over the client: what a key may do, and nothing else."""
