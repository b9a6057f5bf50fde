"""Special functions of `scipy.special`, which is loaded with the first of them that is called.

Loading it takes a quarter of a second and 20 MiB, and most processes compute nothing when they
start. Import this module, not its names: a name that is imported is loaded at once.
"""

from typing import TYPE_CHECKING, Any

__all__ = [
    "betainc",
    "betaincinv",
    "betaln",
    "fdtrc",
    "gammainc",
    "gammaincinv",
    "gammaln",
    "ndtr",
    "ndtri",
    "smirnov",
    "stdtr",
    "stdtrit",
    "zeta",
]

if TYPE_CHECKING:
    from scipy.special import (
        betainc,
        betaincinv,
        betaln,
        fdtrc,
        gammainc,
        gammaincinv,
        gammaln,
        ndtr,
        ndtri,
        smirnov,
        stdtr,
        stdtrit,
        zeta,
    )
else:

    def __getattr__(name: str) -> Any:  # noqa: ANN401  whatever the function is
        """Load a function, and keep it: this is called once for each."""
        from scipy import special  # noqa: PLC0415  see above

        globals()[name] = found = getattr(special, name)
        return found
