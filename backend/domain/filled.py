"""Make a dataclass of whatever has attributes of the same names: a row, or another dataclass."""

from typing import Any, TypeVar

T = TypeVar("T")


def filled(made: type[T], source: object, **others: Any) -> T:  # noqa: ANN401  fields of any type
    """Return `made` with the attributes of `source` that have the names of its fields.

    `others` are the fields that the source does not have, or has in another form. AttributeError
    where a field is in neither.
    """
    names: Any = getattr(made, "__dataclass_fields__")  # noqa: B009  mypy knows no bound for it
    own = {name: getattr(source, name) for name in names if name not in others}
    return made(**own, **others)
