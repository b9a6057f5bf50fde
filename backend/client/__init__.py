"""The API from outside: a call for each operation, what it answers, and what carries it there."""
