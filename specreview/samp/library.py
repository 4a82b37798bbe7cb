"""The SAMP library: astropy.samp, or pyvo.samp, which takes its place.

https://www.ivoa.net/documents/SAMP/ is the standard.  Two habits of the library are put off: it
asks google.com whether there is an internet, and it answers any program's `client.env.get` with
this process's environment variables, keys and tokens among them.
"""

import importlib
import warnings
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from specreview.errors import SampError

LOOPBACK = "127.0.0.1"
_HERE = ("127.0.0.1", "localhost", "::1")
_MODULES = ("astropy.samp", "pyvo.samp")
_GIVES_AWAY = "client.env.get"


@cache
def samp() -> Any:
    """The library's module.

    Raises
    ------
    SampError
        When neither is installed.
    """
    for name in _MODULES:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that astropy's will go one day
                module = importlib.import_module(name)
        except ImportError:
            continue
        module.conf.use_internet = False
        return module
    raise SampError(
        "no SAMP library is installed: astropy's is gone; pip install pyvo, which took it over"
    )


def hub_address(hub_params: dict[str, str]) -> str:
    """The hub's URL, if it is on this machine.

    Raises
    ------
    SampError
        When it is elsewhere: what is sent names files of this machine.
    """
    url = hub_params.get("samp.hub.xmlrpc.url", "").replace("\\", "")
    host = urlsplit(url).hostname or ""
    if host not in _HERE and host != _own_name():
        raise SampError(
            f"the SAMP hub is on another machine ({host or 'no address'}); only one on this "
            "machine is spoken to"
        )
    return url


def _own_name() -> str:
    """A hub of this machine may go by the machine's name."""
    import socket

    return socket.gethostname()


def close_mouth(client: Any) -> None:
    """Take away from a client what gives away the environment; before it is registered."""
    client.unbind_receive_call(_GIVES_AWAY, declare=False)
