"""The built pages as files: who may frame them, and how long a browser keeps them."""

import os

from fastapi.testclient import TestClient

from backend.api.app import create_app
from backend.settings import Settings


def test_other_sites_may_show_embedded_charts_and_nothing_else(settings: Settings) -> None:
    settings.web_dist.mkdir()
    (settings.web_dist / "index.html").write_text("<!doctype html>")
    with TestClient(create_app(settings)) as pages:
        for path, ancestors in (
            ("/embed/main/explore?series=1", "frame-ancestors *"),
            ("/p/main/explore?series=1", "frame-ancestors 'self'"),
            ("/", "frame-ancestors 'self'"),
        ):
            policy = pages.get(path).headers["content-security-policy"]
            assert policy.endswith(ancestors), path


def test_browsers_keep_what_is_named_by_its_content_and_ask_again_for_the_page(
    settings: Settings,
) -> None:
    (settings.web_dist / "assets").mkdir(parents=True)
    for name in ("index.html", "theme.js", "assets/index-1a2b.js"):
        (settings.web_dist / name).write_text("")
    with TestClient(create_app(settings)) as pages:
        kept = {
            path: pages.get(path).headers["cache-control"]
            for path in ("/assets/index-1a2b.js", "/theme.js", "/", "/p/main")
        }
    assert kept == {
        "/assets/index-1a2b.js": "public, max-age=31536000, immutable",
        "/theme.js": "public, max-age=86400",
        "/": "no-cache",
        "/p/main": "no-cache",
    }


def test_files_come_in_gzip_to_whom_that_saves_something(settings: Settings) -> None:
    (settings.web_dist / "assets").mkdir(parents=True)
    script = "console.log('tidemark');\n" * 200
    (settings.web_dist / "index.html").write_text("<!doctype html>")
    (settings.web_dist / "assets/index-1a2b.js").write_text(script)
    (settings.web_dist / "assets/picture-3c4d.png").write_bytes(os.urandom(5_000))
    nearby = ("127.0.0.1", 50_000)
    with TestClient(create_app(settings), client=nearby) as pages:
        for path, accepted, encoding in (
            ("/assets/index-1a2b.js", "br, gzip;q=0.8", "gzip"),
            ("/assets/index-1a2b.js", "identity", None),
            ("/assets/index-1a2b.js", "zstd, br", None),
            ("/assets/index-1a2b.js", "gzip, deflate, br, zstd", "gzip"),
            ("/assets/picture-3c4d.png", "gzip", None),
            ("/", "gzip", None),
        ):
            answer = pages.get(path, headers={"Accept-Encoding": accepted})
            assert answer.headers.get("content-encoding") == encoding, (path, accepted)
            assert "Accept-Encoding" in answer.headers["vary"]
        answer = pages.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "gzip"})
        assert answer.text == script
        assert int(answer.headers["content-length"]) < len(script) / 5
        known = {"If-None-Match": answer.headers["etag"]}
        assert pages.get("/assets/index-1a2b.js", headers=known).status_code == 304
