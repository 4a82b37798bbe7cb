"""A token that is in no message and no log, whoever writes them."""

import logging

_SPEAKERS = ("urllib3.connectionpool", "urllib3.util.retry", "requests")
"""Who writes addresses into a log, where somebody listens at level DEBUG."""


class Unspoken(logging.Filter):
    """Takes `secret` out of texts, and out of what the libraries of HTTP log; "" is no secret."""

    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret = secret
        for name in _SPEAKERS if secret else ():
            logging.getLogger(name).addFilter(self)

    def close(self) -> None:
        """No log is watched any more."""
        for name in _SPEAKERS:
            logging.getLogger(name).removeFilter(self)

    def redacted(self, text: str) -> str:
        """`text` without the secret."""
        return text.replace(self._secret, "[token]") if self._secret else text

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self.redacted(record.getMessage()), ()
        return True
