"""Background tasks and their schedule."""

from backend.memory import load_quickly

load_quickly()
