"""The compiled detector: made once per version of its sources, so that no worker waits for it."""

from pathlib import Path

from places import PYTHON, ROOT, digest
from steps import run, step, unchanged

SOURCES = ROOT / "backend" / "stats"


def compile_detector(log: Path, env: dict[str, str]) -> None:
    """Compile the detector into `NUMBA_CACHE_DIR` where its sources changed."""
    cache = Path(env["NUMBA_CACHE_DIR"])
    stamp = cache / ".compiled-from"
    state = digest([*SOURCES.rglob("*.py"), ROOT / "requirements.lock"])
    if stamp.is_file() and stamp.read_text() == state:
        unchanged("change detector")
        return
    with step("change detector"):
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        failure = "The change detector could not be compiled."
        run([PYTHON, "-m", "backend.stats.warm"], env, ROOT, log, failure)
        stamp.write_text(state)
