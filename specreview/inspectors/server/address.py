"""Where the server is."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from specreview.errors import InspectorUnusable

_EXAMPLE = "http://localhost:8000/v1"


@dataclass(frozen=True)
class Address:
    """A server's base URL, and its host with port for people."""

    url: str
    host: str

    @property
    def is_openai(self) -> bool:
        """Whether OpenAI itself answers there, so that its usual key may be sent."""
        name = self.host.partition(":")[0]
        return name == "openai.com" or name.endswith(".openai.com")


def server_address(base_url: str | None) -> Address:
    """The address that `base_url` gives.

    Raises
    ------
    InspectorUnusable
        When it is no http(s) URL with a host, or holds a password or a query; what it holds
        is not repeated then.
    """
    if not base_url:
        raise InspectorUnusable(
            f"no address of a server is set; give --base-url, such as {_EXAMPLE}"
        )
    try:
        parts = urlsplit(base_url.strip())
        port = parts.port
    except ValueError as error:
        raise InspectorUnusable(
            f"--base-url: no URL ({error}); give one such as {_EXAMPLE}"
        ) from None
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise InspectorUnusable(
            "--base-url holds a user name, password or query; leave them out and name the "
            f"environment variable with the key in --api-key-env (URL such as {_EXAMPLE})"
        )
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InspectorUnusable(
            f"--base-url {base_url!r}: no http:// or https:// URL with a host; "
            f"give one such as {_EXAMPLE}"
        )
    host = parts.hostname if port is None else f"{parts.hostname}:{port}"
    return Address(parts.geturl().rstrip("/"), host)
