"""The connection: what is waited for, what is given up, and what is no spectrum."""

import gzip
import random
from datetime import UTC, datetime

import pytest

from specreview import __version__
from specreview.fetching import judging
from specreview.fetching.patience import Patience, retry_after
from specreview.fetching.recorded import Answer
from specreview.fetching.transport import Transport
from specreview.fetching.trouble import LaterPlease, LoginWanted, NotThere, NoWay, Trouble

BODY = b"SIMPLE  = and so on" * 100


@pytest.fixture
def slept():
    return []


@pytest.fixture
def transport(slept):
    opened = Transport(0.0, Patience(dice=random.Random(3)), "s3cret", slept.append)
    yield opened
    opened.close()


def test_a_file_is_written_whole_and_we_say_who_asks(server, transport, tmp_path):
    server.replay({"/a.fits": [Answer(BODY, headers={"Content-Disposition": "filename=a.fits"})]})
    told = transport.file(f"{server.url}/a.fits", tmp_path / ".a.part")
    assert (tmp_path / ".a.part").read_bytes() == BODY
    assert told == "filename=a.fits"
    (asked,) = server.asked
    assert asked.headers["user-agent"].startswith(f"specreview/{__version__} ")


def test_what_passes_is_waited_for_as_the_service_asks(server, transport, slept, tmp_path):
    busy = Answer(b"slow down", 429, {"Retry-After": "7"})
    server.replay({"/a": [busy, Answer(b"", 503), Answer(BODY, cut=100), Answer(BODY)]})
    transport.file(f"{server.url}/a", tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY
    asked_for, second, third = slept
    assert asked_for == 7.0
    assert 2.0 <= second <= 4.0
    assert 4.0 <= third <= 8.0


def test_what_does_not_pass_ends_with_the_reason(server, transport, slept, tmp_path):
    server.replay({"/a": [Answer(b"", 500)], "/b": [Answer(BODY, cut=50)]})
    for path, reason in (("/a", "HTTP 500 .*4 times"), ("/b", "ended early.*4 times|broke off")):
        with pytest.raises(Trouble, match=reason) as caught:
            transport.file(f"{server.url}{path}", tmp_path / "part")
        assert not caught.value.lasting
    assert len(slept) == 6


def test_a_long_wish_is_no_run_to_wait_for(server, transport, slept, tmp_path):
    server.replay({"/a": [Answer(b"", 429, {"Retry-After": "3600"})]})
    with pytest.raises(LaterPlease, match="asks to wait 60 min"):
        transport.file(f"{server.url}/a", tmp_path / "part")
    assert slept == []


@pytest.mark.parametrize(
    ("answer", "trouble", "reason"),
    [
        (Answer(b"gone", 404), NotThere, "no such spectrum"),
        (Answer(b"no", 403), LoginWanted, "refuses"),
        (Answer(b"", 302, {"Location": "/user/login?next=a"}), LoginWanted, "a login page"),
        (Answer(b"<html>Please sign in: <input type=password>"), LoginWanted, "login page"),
        (Answer(b"<!DOCTYPE html><html>Maintenance"), Trouble, "a web page, no FITS file"),
        (Answer(b""), Trouble, "nothing at all"),
        (Answer(b"", 302, {"Location": "/a"}), Trouble, "redirects without an end"),
        (Answer(b"bad query", 400), Trouble, "HTTP 400 Bad Request: bad query"),
        (Answer(BODY, 206), Trouble, "HTTP 206 Partial Content"),
        (Answer(b"obsid,ra"), Trouble, "something else, no FITS file: obsid,ra"),
        (Answer(b'{"error": "none"}'), NotThere, "no such spectrum; it says"),
        (Answer(b'{"error": "bad token"}'), LoginWanted, "wants a token"),
        (Answer(b"", 302, {"Location": "file:///etc/passwd"}), Trouble, "from http to file"),
        (Answer(b"", 302, {"Location": "http://[::1"}), Trouble, "what is no address"),
    ],
)
def test_what_is_no_spectrum_is_told_apart(
    server, transport, slept, tmp_path, answer, trouble, reason
):
    server.replay({"/a": [answer]})
    with pytest.raises(trouble, match=reason):
        transport.file(f"{server.url}/a", tmp_path / "part")
    assert slept == [], "another try would not mend it"


def test_a_token_goes_to_no_other_host_and_into_no_message(server, transport, tmp_path):
    away = server.url.replace("127.0.0.1", "localhost")
    server.replay({"/a": [Answer(b"", 302, {"Location": f"{away}/b?token=s3cret"})],
                   "/c": [Answer(b"", 302, {"Location": "/d"})], "/d": [Answer(BODY)]})  # fmt: skip
    with pytest.raises(Trouble, match="would send the token on to localhost") as caught:
        transport.file(f"{server.url}/a?token=s3cret", tmp_path / "part")
    assert "s3cret" not in str(caught.value)
    transport.file(f"{server.url}/c", tmp_path / "part")
    assert server.paths() == ["/a?token=s3cret", "/c", "/d"]


def test_half_a_file_is_found_out_whatever_the_service_promised(
    server, transport, slept, tmp_path, sdss_file
):
    whole = sdss_file(266, 51602, 13)
    packed = gzip.compress(whole, mtime=0)
    unpacked = {"Content-Encoding": "gzip"}
    server.replay({
        "/cut": [Answer(whole[:-2880]), Answer(whole)],
        "/packed": [Answer(packed[:-200]), Answer(packed)],
        "/encoded": [Answer(whole, headers=unpacked),
                     Answer(packed, headers=unpacked)],
        "/chunks": [Answer(whole, chunked=True, cut=3000), Answer(whole, chunked=True)],
    })  # fmt: skip
    for path in ("/cut", "/packed", "/encoded", "/chunks"):
        transport.file(f"{server.url}{path}", tmp_path / "part")
        assert (tmp_path / "part").read_bytes() in (whole, packed)
    assert len(slept) == 4, "each the second time"


def test_a_body_that_drips_is_given_up(server, transport, slept, tmp_path, monkeypatch):
    monkeypatch.setattr(judging, "_LONGEST", 0.05)
    server.replay({"/a": [Answer(BODY, drip=0.01), Answer(BODY)]})
    transport.file(f"{server.url}/a", tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == BODY
    assert len(slept) == 1


def test_proxy_and_authority_are_those_of_the_environment(
    server, transport, slept, tmp_path, monkeypatch
):
    server.replay({"http://far.example/a": [Answer(BODY)]})
    for name in ("no_proxy", "NO_PROXY", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", server.url)
    transport.file("http://far.example/a", tmp_path / "part")
    assert server.paths() == ["http://far.example/a"]
    for name, value, address, told in (
        ("HTTP_PROXY", "http://user:pw@127.0.0.1:9", "http://far.example/a", "the proxy in HTTP"),
        ("HTTP_PROXY", "gopher://x", "http://far.example/a", "the proxy's address in HTTP"),
        ("REQUESTS_CA_BUNDLE", "/no.pem", "https://127.0.0.1:9/a", "named in REQUESTS_CA_BUNDLE"),
    ):
        monkeypatch.setenv(name, value)
        with pytest.raises(NoWay, match=told) as caught:
            transport.file(address, tmp_path / "part")
        assert "pw" not in str(caught.value)
    assert slept == [], "another try would meet the same"


def test_the_token_is_in_no_log(server, transport, tmp_path, caplog):
    server.replay({"/a": [Answer(BODY)]})
    with caplog.at_level("DEBUG"):
        transport.file(f"{server.url}/a?token=s3cret", tmp_path / "part")
    assert "/a?token=[token]" in caplog.text
    assert "s3cret" not in caplog.text


def test_without_a_network_it_is_said_at_once(transport, slept, tmp_path):
    with pytest.raises(NoWay, match=r"127.0.0.1:9 cannot be reached: connection refused"):
        transport.file("http://127.0.0.1:9/a?token=s3cret", tmp_path / "part")
    assert len(slept) == 3


def test_requests_are_apart(server, tmp_path, slept):
    server.replay({"/a": [Answer(BODY)]})
    transport = Transport(5.0, sleep=slept.append)
    for _ in range(3):
        transport.file(f"{server.url}/a", tmp_path / "part")
    transport.close()
    assert len(slept) == 2
    assert all(4.5 < pause <= 5.0 for pause in slept)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("12", 12.0), ("Wed, 02 Dec 2026 10:01:00 GMT", 60.0), ("soon", None), ("", None),
     ("Wed, 02 Dec 2026 09:00:00 GMT", 0.0)],
)  # fmt: skip
def test_retry_after_is_seconds_or_a_date(text, seconds):
    now = datetime(2026, 12, 2, 10, 0, tzinfo=UTC)
    assert retry_after({"Retry-After": text}, now) == seconds
