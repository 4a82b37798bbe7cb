"""The server's key: read from the environment, sent to the server, shown nowhere."""

import os

from specreview.errors import InspectorUnusable
from specreview.inspectors.server.address import Address

_NO_KEY = "EMPTY"
"""What is sent where no key is set: vLLM and SGLang ask for none."""
_USUAL = "OPENAI_API_KEY"
_HIDDEN = "[key]"


class ApiKey:
    """A key that no text of ours shows.

    Parameters
    ----------
    value
        The key; empty where none is set.
    variable
        The environment variable that it came from, or would have come from.
    """

    __slots__ = ("_value", "variable")

    def __init__(self, value: str, variable: str | None) -> None:
        self._value = value
        self.variable = variable

    def __repr__(self) -> str:
        return f"ApiKey(from {self.variable})"

    @property
    def is_set(self) -> bool:
        return bool(self._value)

    def reveal(self) -> str:
        """The key itself, for the client's header alone."""
        return self._value or _NO_KEY

    def redact(self, text: str) -> str:
        """`text` without the key, should a server send it back."""
        return text.replace(self._value, _HIDDEN) if self._value else text


def read_key(variable: str | None, address: Address) -> ApiKey:
    """The key in `variable`; without one named, OPENAI_API_KEY for OpenAI's own hosts only.

    A key is never sent to a host that the operator did not mean it for.

    Raises
    ------
    InspectorUnusable
        When a named variable is not set, or holds what no header can carry.
    """
    name = variable or (_USUAL if address.is_openai else None)
    if name is None:
        return ApiKey("", None)
    value = os.environ.get(name, "").strip()
    if not value:
        raise InspectorUnusable(
            f"the key of {address.host} is not set: the environment variable {name} is missing "
            f"or empty; set it, or name another with --api-key-env"
        )
    if not value.isascii() or not value.isprintable():
        raise InspectorUnusable(
            f"the environment variable {name} holds line breaks or other characters that no key "
            f"has; set it to the key of {address.host} alone"
        )
    return ApiKey(value, name)
