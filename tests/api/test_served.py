"""The app beside a notebook: in a process of its own, ended with it."""

import socket
import urllib.request
from collections.abc import Callable

import pytest
from astropy.table import QTable

from specreview import Queue
from specreview.errors import SettingsError


def test_serve_at_this_queue_and_stop(make: Callable[..., Queue], table: QTable) -> None:
    queue = make(table[:1], name="Hα & co")
    with queue.serve() as app:
        assert app.running
        assert app.url.endswith("/?queue=H%CE%B1+%26+co")
        assert f'href="{app.url}"' in app._repr_html_()
        with urllib.request.urlopen(app.url, timeout=30) as page:
            assert page.status == 200
        port = int(app.url.split(":")[2].split("/")[0])
        with pytest.raises(SettingsError, match=f"cannot listen on 127.0.0.1:{port}"):
            queue.serve(port)
    assert not app.running
    app.stop()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
