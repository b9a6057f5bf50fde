"""JSON of what hardly changes between two answers: written once, sent many times."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")
KEYS = 16
"""Values whose JSON is kept."""


class WrittenJson(Generic[T]):
    """Keeps the JSON of the last value of each key while equal values come."""

    def __init__(self, adapter: TypeAdapter[T]) -> None:
        self._adapter = adapter
        self._lock = Lock()
        self._known: OrderedDict[int, tuple[T, bytes]] = OrderedDict()

    def write(self, key: int, value: T) -> bytes:
        """Return the JSON of a value. It must not be changed afterwards."""
        with self._lock:
            known = self._known.get(key)
        if known is not None and known[0] == value:
            return known[1]
        written = self._adapter.dump_json(value)
        with self._lock:
            self._known[key] = (value, written)
            self._known.move_to_end(key)
            if len(self._known) > KEYS:
                self._known.popitem(last=False)
        return written
