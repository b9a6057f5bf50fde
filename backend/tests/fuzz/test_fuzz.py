"""Some hundred odd requests of the whole API, as `make fuzz` sends fifty thousand."""

from requests import Request

from backend.fuzz.__main__ import described, furnish
from backend.fuzz.actors import ACTORS, headers_of
from backend.fuzz.asking import Asking, FuzzRun, ask_everything
from backend.fuzz.curl import curl_of
from backend.storage.engine import make_engine
from backend.testing.stack import Stack

COUNT = 400


def asked(stack: Stack, seed: int, count: int) -> FuzzRun:
    engine = make_engine(stack.database_url, 2)
    try:
        furnish(engine)
        return ask_everything(
            Asking(
                stack.url, described(stack.url), lambda actor: headers_of(engine, actor), ACTORS,
                count, seed,
            )
        )  # fmt: skip
    finally:
        engine.dispose()


def test_no_odd_request_is_a_fault_of_the_server(stack: Stack) -> None:
    account = asked(stack, seed=1, count=COUNT)
    assert account.asked == COUNT
    assert not account.faults, "\n".join(f"{one.what}\n{one.curl}" for one in account.faults)
    statuses = {status for tally in account.tallies.values() for status in tally.statuses}
    assert statuses & {200, 201}
    assert statuses & {400, 404, 422}


def test_a_request_is_repeated_by_a_command() -> None:
    sent = Request("POST", "http://127.0.0.1:1/api/v1/x?a=%00", json={"a": "it's"}).prepare()
    assert curl_of(sent, "visitor") == (
        "curl -isg --path-as-is -X POST \"$URL\"'/api/v1/x?a=%00' "
        "-H 'Content-Type: application/json' --data-binary '{\"a\": \"it'\"'\"'s\"}'"
    )
    odd = Request("PUT", "http://127.0.0.1:1/x", data=b"\xff\x00").prepare()
    assert curl_of(odd, "owner").startswith("echo /wA= | base64 -d | curl -isg --path-as-is -X PUT")
