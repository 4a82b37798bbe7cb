"""The share of true objects that a reviewer expects in a queue: 1 % for a blind survey, say."""

from specreview.errors import SettingsError

_NONE = frozenset({"none", "unknown", "-"})


def check_share(share: float) -> float:
    """`share` as a float in (0, 1).

    Raises
    ------
    SettingsError
        For any other number.
    """
    plain = float(share)
    if not 0.0 < plain < 1.0:
        raise SettingsError(
            f"expected share {plain:g}: must lie between 0 and 1, such as 0.01 or 1% for one in 100"
        )
    return plain


def read_share(text: str) -> float | None:
    """A share from what a person typed: "0.01", "1%", "1 %", "0,01"; None for "none".

    Raises
    ------
    SettingsError
        For anything else.
    """
    bare = text.strip().lower().replace(",", ".")
    if bare in _NONE:
        return None
    try:
        number = float(bare.removesuffix("%"))
    except ValueError:
        raise SettingsError(
            f"expected share {text!r}: write a share such as 0.01 or 1%, or none"
        ) from None
    return check_share(number / 100.0 if bare.endswith("%") else number)
