"""`make demo`: install releases, measure them in interleaved rounds, upload them as a history."""

import argparse
import json
import secrets
import socket
import sys
import time
import urllib.parse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tidemark_demo import reports, steps
from tidemark_demo.catalogue import CATALOGUE, Package, Release, load
from tidemark_demo.environments import Environment, InstallError, prepare
from tidemark_demo.origins import NOT_TOLD, origins_of
from tidemark_demo.profiles import Profiles, profile
from tidemark_demo.rounds import Failure, Outcome, measure
from tidemark_demo.terminal import Progress, say
from tidemark_demo.upload import Server, UploadError

_STEPS_SHOWN = 8
_UPLOAD_SHARE_S = 15.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo; return the exit status."""
    options = _options(arguments)
    try:
        return _upload_again(options) if options.reports else _demo(options)
    except InstallError as error:
        say(f"\n{error}\nIs the package registry within reach? What is installed is kept.")
        return 1
    except UploadError as error:
        say(f"\nNot uploaded: {error}")
        return 1
    except KeyboardInterrupt:
        say("\nStopped. What is installed stays; nothing else was kept.")
        return 130


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__)
    parser.add_argument("--server", type=_address, help="for example http://127.0.0.1:8750")
    parser.add_argument("--project", default="demo")
    parser.add_argument("--key-file", type=Path, help="a file that holds a key and nothing else")
    parser.add_argument("--identity", type=Path, help="where this machine's agent has its keys")
    parser.add_argument("--state", type=Path, default=Path(".tidemark/demo"), help="its directory")
    parser.add_argument("--testbed", default=socket.gethostname())
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--minutes", type=float, default=4.5, help="no round begins after them")
    parser.add_argument("--catalogue", type=Path, default=CATALOGUE, help="what to measure")
    parser.add_argument("--package", action="append", help="only this one; may be given again")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    parser.add_argument("--reports", type=Path, help="upload what an earlier demo wrote there")
    options = parser.parse_args(arguments)
    if options.server and not options.key_file:
        parser.error("--server needs --key-file")
    return options


def _address(text: str) -> str:
    parts = urllib.parse.urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise argparse.ArgumentTypeError(f"{text} is no address such as http://127.0.0.1:8750")
    return f"{parts.scheme}://{parts.netloc}"


def _demo(options: argparse.Namespace) -> int:
    began, deadline_s = datetime.now(UTC), time.monotonic() + options.minutes * 60
    packages = [
        p for p in load(options.catalogue) if not options.package or p.name in options.package
    ]
    environments, refused = _prepare(packages, options.state / "environments")
    if not environments:
        say("There is nothing to measure: no package has that name.")
        return 1
    upload_s = deadline_s - _UPLOAD_SHARE_S
    outcomes, rounds = _measure(environments, options, upload_s)
    _report_trouble(refused, outcomes)
    of = {one.release: one for one in environments}
    explained = [of[release] for release in steps.around_steps(outcomes) if release in of]
    profiles, origins = _profile(explained, upload_s), origins_of(environments)
    for release, reason in refused.items():
        outcomes[release] = Outcome(crash=Failure("build", f"not installed: {reason}"))
    session = reports.Session(
        options.testbed, socket.gethostname(), options.seed, rounds, began, datetime.now(UTC)
    )
    folder = options.state / "reports" / str(options.seed)
    measured = {
        release: reports.Measured(
            outcome, profiles.get(release, {}), origins.get(release, NOT_TOLD)
        )
        for release, outcome in outcomes.items()
    }
    _write(packages, measured, session, folder)
    _show_steps(outcomes)
    return _upload(options, folder)


def _prepare(packages: list[Package], home: Path) -> tuple[list[Environment], dict[Release, str]]:
    total = sum(len(package.releases) for package in packages)
    progress = Progress("Install releases", total)
    environments, refused = prepare(packages, home, progress.step)
    progress.end(f"{len(environments)} of {total}")
    return environments, refused


def _measure(
    environments: list[Environment], options: argparse.Namespace, deadline_s: float
) -> tuple[dict[Release, Outcome], int]:
    progress = Progress("Measure", len(environments) * (options.rounds + 1))
    outcomes, rounds = measure(
        environments,
        options.rounds,
        options.seed,
        deadline_s,
        lambda number, release: progress.step(f"round {number}  {release.commit}"),
    )
    progress.end(f"{len(environments)} releases, {rounds} rounds and one to warm up")
    return outcomes, rounds


def _profile(environments: list[Environment], deadline_s: float) -> dict[Release, Profiles]:
    progress = Progress("Profile", len(environments))
    profiles = profile(environments, deadline_s, progress.step)
    progress.end(f"{len(profiles)} releases, one process each")
    return profiles


def _report_trouble(refused: dict[Release, str], outcomes: dict[Release, Outcome]) -> None:
    for release, reason in refused.items():
        say(f"Left out {release.commit}: it cannot be installed here: {reason}")
    for release, outcome in outcomes.items():
        if outcome.crash:
            say(f"Failed {release.commit}: {outcome.crash.kind}: {outcome.crash.message}")
        for benchmark, failure in outcome.failures.items():
            say(f"Failed {release.commit} {benchmark}: {failure.kind}: {failure.message}")


def _write(
    packages: list[Package],
    measured: dict[Release, reports.Measured],
    session: reports.Session,
    folder: Path,
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for package in packages:
        for release in package.releases:
            document = reports.document(package, release, measured[release], session)
            (folder / reports.file_name(release)).write_text(json.dumps(document))


def _show_steps(outcomes: dict[Release, Outcome]) -> None:
    say("Largest steps from one release to the next, CPU time:")
    for step in steps.largest(outcomes, _STEPS_SHOWN):
        say(f"  {step.sentence()}")


def _upload_again(options: argparse.Namespace) -> int:
    if not reports.written_in(options.reports):
        say(f"{options.reports} holds no reports.")
        return 1
    return _upload(options, options.reports)


def _upload(options: argparse.Namespace, folder: Path) -> int:
    if not options.server:
        say(f"Reports are in {folder}. To upload them: --server --key-file --reports {folder}")
        return 0
    key, identity = _key(options.key_file), options.identity
    server = Server(options.server, options.project, key, identity=identity)
    written = reports.written_in(folder)
    progress = Progress("Upload", len(written))
    for path in written:
        try:
            server.send(path.read_bytes())
        except UploadError as error:
            raise UploadError(
                f"{path.name}: {error}\nTo try again: {sys.argv[0]} --server {options.server}"
                f" --project {options.project} --key-file {options.key_file}"
                f"{f' --identity {identity}' if identity else ''} --reports {folder}"
            ) from error
        progress.step(path.stem)
    progress.end()
    project = urllib.parse.quote(options.project, safe="")
    say(f"What changed, and since which release: {options.server}/p/{project}/changes")
    return 0


def _key(path: Path) -> str:
    try:
        key = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise UploadError(f"the key file {path} cannot be read: {error.strerror}") from error
    if not key or len(key.split()) != 1:
        raise UploadError(f"the key file {path} does not hold one key")
    return key
