r"""Text that a format cannot carry, spelled with backslashes, and read back exactly.

FITS holds printable ASCII alone; XML no control characters; the readers of ECSV and VOTable drop
blanks at both ends and mend line ends. There such a letter is written as Python does: `\n`, `\r`,
`\x1b`, `\u03b1`, `\U0001f52d`. A backslash stays one, but where it would read as such a spelling it
is doubled.
"""

import re

_ODD = r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
"""What XML or a reader of lines does not carry, anywhere in a text; a tab passes."""
_NOT_ASCII = r"[^ -~]"
_SPELLING = re.compile(r"\\(\\|n|r|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


def _changed(odd: str) -> re.Pattern[str]:
    """Letters to spell, and backslashes to double: those before what would make a spelling."""
    return re.compile(rf"{odd}|\\(?=[\\nrxuU]|{odd})")


_IN_A_LINE, _IN_ASCII = _changed(_ODD), _changed(_NOT_ASCII)
_SHORT = {"\n": "\\n", "\r": "\\r", "\\": "\\\\"}


def ascii_text(text: str) -> str:
    """`text` in printable ASCII, without blanks at its ends."""
    if text.isascii() and text.isprintable() and "\\" not in text and text == text.strip(" "):
        return text
    return _spelled(text, _IN_ASCII)


def line_text(text: str) -> str:
    """`text` in one line, without control characters and blanks at its ends.

    Letters of all languages stay as they are.
    """
    if text.isprintable() and "\\" not in text and text == text.strip():
        return text
    return _spelled(text, _IN_A_LINE)


def plain_text(spelled: str) -> str:
    """The inverse of `ascii_text` and `line_text`."""
    return _SPELLING.sub(_letter, spelled) if "\\" in spelled else spelled


def _spelled(text: str, changed: re.Pattern[str]) -> str:
    core = text.strip()
    first = len(text) - len(text.lstrip())
    before, after = text[:first], text[first + len(core) :]
    written = changed.sub(lambda found: _escape(found[0]), core)
    if after and core.endswith("\\"):
        written += "\\"  # what follows begins with one
    return "".join((*map(_escape, before), written, *map(_escape, after)))


def _escape(letter: str) -> str:
    if letter in _SHORT:
        return _SHORT[letter]
    code = ord(letter)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _letter(found: re.Match[str]) -> str:
    spelling = found[1]
    if spelling[0] in "xuU":
        return chr(int(spelling[1:], 16))
    return {"\\": "\\", "n": "\n", "r": "\r"}[spelling]
