"""The sender behind proxies: the last address that no trusted proxy has."""

import pytest

from backend.domain.proxies import read_proxies, sender_of

NGINX = "172.30.86.10"
OURS = f"{NGINX}, 10.0.0.0/8, fd00:7::/64"


@pytest.mark.parametrize(
    ("peer", "forwarded", "sender"),
    [
        (NGINX, ["203.0.113.7"], "203.0.113.7"),
        (NGINX, ["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        (NGINX, ["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
        (NGINX, ["203.0.113.7, 10.1.2.3"], "203.0.113.7"),
        (NGINX, ["203.0.113.7:52100"], "203.0.113.7"),
        (NGINX, ["2001:db8::7"], "2001:db8::7"),
        (NGINX, ["2001:DB8:0::7"], "2001:db8::7"),
        (NGINX, ["[2001:db8::7]:52100"], "2001:db8::7"),
        (NGINX, ["::ffff:203.0.113.7"], "203.0.113.7"),
        ("fd00:7::10", ["2001:db8::7, fd00:7::99"], "2001:db8::7"),
        (f"::ffff:{NGINX}", ["203.0.113.7"], "203.0.113.7"),
    ],
)
def test_trusted_proxies_name_their_client(peer: str, forwarded: list[str], sender: str) -> None:
    assert sender_of(peer, forwarded, read_proxies(OURS)) == sender


@pytest.mark.parametrize("peer", ["203.0.113.7", "2001:db8::7", "172.30.86.11"])
def test_nobody_else_is_believed(peer: str) -> None:
    assert sender_of(peer, ["198.51.100.1"], read_proxies(OURS)) == peer
    assert sender_of(NGINX, [f"198.51.100.1, {peer}"], read_proxies(OURS)) == peer


@pytest.mark.parametrize("said", ["", "unknown", "_hidden", "203.0.113.7, ", "203.0.113.7, x" * 99])
def test_what_is_no_address_leaves_the_proxy_that_passed_it_on(said: str) -> None:
    assert sender_of(NGINX, [said], read_proxies(OURS)) == NGINX


def test_without_proxies_nobody_is_believed() -> None:
    assert sender_of("127.0.0.1", ["203.0.113.7"], read_proxies("")) == "127.0.0.1"
    assert sender_of("::ffff:127.0.0.1", [], read_proxies(" , ")) == "127.0.0.1"


def test_a_chain_that_goes_on_for_ever_is_followed_for_some_steps() -> None:
    chain = ", ".join(["203.0.113.7", *["10.0.0.1"] * 50_000])
    assert sender_of(NGINX, [chain], read_proxies(OURS)) == "10.0.0.1"


@pytest.mark.parametrize("text", ["*", "nginx", "10.0.0.1/8", "300.1.1.1", "0.0.0.0/0", "::/0"])
def test_a_setting_that_would_trust_nobody_or_everybody_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="TIDEMARK_TRUSTED_PROXIES"):
        read_proxies(f"10.0.0.1, {text}")
