"""What astropy says of a table's columns, in YAML: the head of an ECSV, a Parquet's metadata."""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from specreview.catalogues.sky_frames import StatedFrames, frame_in_header

_MASK = ".mask"


def stated_columns(text: str) -> dict[str, Any]:
    """The YAML in `text`, with a "datatype" that names each column.

    Raises
    ------
    ValueError
        When it is no YAML, or names no columns.
    """
    import yaml
    from astropy.io.misc.yaml import AstropyLoader

    try:
        # astropy's own loader knows the tags that it writes for times and positions.
        stated = yaml.load(text, Loader=AstropyLoader)
        if isinstance(stated, dict) and all("name" in one for one in stated["datatype"]):
            return stated
        cause = "names no columns"
    except (yaml.YAMLError, LookupError, TypeError, ValueError) as error:
        cause = " ".join(str(error).split())[:120]
    raise ValueError(cause)


def stated_units(stated: Mapping[str, Any]) -> dict[str, str]:
    """Units by column."""
    return {str(one["name"]): str(one["unit"]) for one in stated["datatype"] if one.get("unit")}


def stated_frames(stated: Mapping[str, Any]) -> StatedFrames:
    """The frame by the cards of a FITS header, which astropy keeps with a table."""
    meta = stated.get("meta") or {}  # a mapping, or pairs in their order
    with contextlib.suppress(TypeError, ValueError):
        return StatedFrames(default=frame_in_header(dict(meta)))
    return StatedFrames()


def masks(names: Sequence[str]) -> dict[str, str]:
    """Column to the one beside it that says where it holds nothing: "z" to "z.mask"."""
    there = set(names)
    return {name: name + _MASK for name in names if name + _MASK in there}
