"""Arrays as answers carry them: lists of plain values."""

from typing import Annotated, Any

from backend.stats.arrays import Bools, Floats, Ints


class ListOf:
    """Marks an array that answers carry as a list of such values."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __get_pydantic_core_schema__(self, _array: Any, handler: Any) -> Any:  # noqa: ANN401
        # types of pydantic, which only the API needs
        return handler.generate_schema(list[self.value])  # type: ignore[name-defined]


IntColumn = Annotated[Ints, ListOf(int)]
BoolColumn = Annotated[Bools, ListOf(bool)]
FloatColumn = Annotated[Floats, ListOf(float | None)]
"""With null where a number is not finite."""
NumberColumn = Annotated[Floats, ListOf(float)]
