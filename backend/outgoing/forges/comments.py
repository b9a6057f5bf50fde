"""One comment of ours below a pull request, however often and after whatever it is asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from backend.domain.pulls.forge_documents import Field
from backend.outgoing.forges.wire import Query, Wire, is_not_ours, items_of, understood


@dataclass(frozen=True, slots=True)
class Conversation:
    """The comments below one pull request; forges differ in addresses only."""

    wire: Wire
    about: str
    listed: str
    """Where they are listed, and new ones posted."""
    each: str
    """What stands before the id of one."""
    edit: str
    """The method that changes one."""
    is_ours: Callable[[Field], bool]
    is_paged: bool = True
    order: Query = ()

    def upsert(self, marker: str, body: str, known: str | None) -> str:
        """Leave one comment of ours with the marker, saying `body`; return its id."""
        if not body.startswith(marker):
            raise ValueError("a comment that does not begin with its marker is never found again")
        with understood():
            return self._upsert(marker, body, known)

    def _upsert(self, marker: str, body: str, known: str | None) -> str:
        if known is not None and self._edit(known, body):
            return known
        found = self._find(marker)
        if found is not None and self._edit(found, body):
            return found
        about = f"a comment on {self.about}"
        posted = self.wire.ask("POST", self.listed, about, body={"body": body})
        return str(posted["id"].number())

    def _edit(self, comment: str, body: str) -> bool:
        """Change one, unless it was deleted, or written by an account that was ours before."""
        path = f"{self.each}/{int(comment)}"
        about = f"our comment on {self.about}"
        told = self.wire.ask_unless(is_not_ours, self.edit, path, about, body={"body": body})
        return told is not None

    def _find(self, marker: str) -> str | None:
        """Find ours; somebody else may have copied the marker."""
        for one in self._all():
            text = one["body"].value
            if isinstance(text, str) and text.startswith(marker) and self.is_ours(one):
                return str(one["id"].number())
        return None

    def _all(self) -> Iterator[Field]:
        about = f"the comments on {self.about}"
        if self.is_paged:
            yield from self.wire.pages(self.listed, about, self.order)
        else:
            yield from items_of(self.wire.ask("GET", self.listed, about))
