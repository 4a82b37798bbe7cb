"""Why a service was not reached: in a few words, which repeat neither an address nor a token."""

_WORDS = (
    ("NameResolution", "its name is not known here"),
    ("Name or service not known", "its name is not known here"),
    ("refused", "connection refused"),
    ("unreachable", "network unreachable"),
    ("IncompleteRead", "the answer ended early"),
    ("Connection broken", "the connection broke off"),
    ("aborted", "the connection broke off"),
    ("reset by peer", "the connection broke off"),
    ("decod", "the answer is packed and does not unpack"),
    ("timed out", "no answer in time"),
)
_BARRIERS = (
    ("roxy URL", "the proxy's address in HTTP_PROXY or HTTPS_PROXY is none"),
    ("SOCKS", "HTTPS_PROXY names a SOCKS proxy: pip install 'requests[socks]'"),
    ("roxy", "the proxy in HTTP_PROXY or HTTPS_PROXY does not let it through"),
    ("CA certificate bundle", "the file named in REQUESTS_CA_BUNDLE is not there"),
    ("certificate", "its certificate is not trusted here; name your authority's file in "
     "REQUESTS_CA_BUNDLE"),
    ("InvalidURL", "its address is none; mend it in settings.json"),
)  # fmt: skip


def cause(error: Exception) -> str:
    """The innermost reason of a failed connection."""
    return _first(_WORDS, str(error)) or type(error).__name__


def barrier(error: Exception) -> str:
    """What another try will not move, with its cure; "" where one may."""
    return _first(_BARRIERS, f"{type(error).__name__} {error}")


def _first(words: tuple[tuple[str, str], ...], text: str) -> str:
    return next((told for marker, told in words if marker in text), "")
