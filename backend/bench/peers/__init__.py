"""The same reports and questions for Tidemark and for servers of others."""
