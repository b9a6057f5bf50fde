"""Tables drawn with lines, as console.table and its kin print them."""

from collections.abc import Iterator

from backend.adapters.tools.readings import ToolText

_QUOTES = ("'", '"')


def rows_of(file: ToolText) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each row of each table with its line, by the names of its columns.

    A row that has not as many cells as its head is left out.
    """
    head: list[str] = []
    is_head = False
    for number, line in file.numbered():
        plain = line.strip()
        if plain.startswith("┌"):
            is_head = True
        elif plain.startswith(("│", "┃")):
            cells = [_unquoted(cell.strip()) for cell in plain.strip("│┃").split("│")]
            if is_head:
                head, is_head = cells, False
            elif len(cells) == len(head):
                yield number, dict(zip(head, cells, strict=True))


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] in _QUOTES and text[0] == text[-1]
    return text[1:-1] if is_quoted else text
