"""PgBouncer is no package of ours: without it `make test` says what was not run."""

from backend.testing.breaking.replicas import POOLER

collect_ignore = [] if POOLER else ["test_pooler.py"]
