"""The server as others call it: calls, pages, and what every request passes."""

from backend.memory import load_quickly

load_quickly()
