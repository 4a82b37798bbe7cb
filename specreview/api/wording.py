"""What refuses a call says it of the call's arguments: in Python is no command line."""

from collections.abc import Iterator
from contextlib import contextmanager

from specreview.errors import SpecreviewError
from specreview.option_names import Option, reworded
from specreview.settings import LocalSettings, ServerSettings, Settings

_ARGUMENTS = {
    **{name: name for name in ("task", "tasks", "db", "workspace", "spectra", "positive")},
    **{name: name for name in ("negative", "yes", "no", "unsure", "format", "question")},
    **{name: name for name in ("reviewer", "inspector", "limit", "port")},
    "map": "columns",
    "as": "as_name",
    "overwrite": "overwrite=True",
}
_SETTINGS = {
    name.replace("_", "-"): name
    for block in (Settings, LocalSettings, ServerSettings)
    for name in block.model_fields
}
_WHERE = "such settings stand in the workspace's settings.json"


def of_arguments(message: str) -> str:
    """`message` with each option named as the argument, or the setting, that it is in Python."""
    settings = False

    def words(option: Option) -> str | None:
        nonlocal settings
        if option.role:
            column = repr(option.value) if option.given else option.value
            return f"columns={{{option.role!r}: {column}}}"
        if option.name == "id":  # else it names an object of a file, which no call does
            return f"id_column={option.value}" if option.value == "COLUMN" else None
        if argument := _ARGUMENTS.get(option.name):
            return f"{argument}={option.value}" if option.value else f"`{argument}`"
        setting = _SETTINGS.get(option.name)
        settings = settings or setting is not None
        return None if setting is None else f"`{setting}`"

    told = reworded(message, words)
    return f"{told} ({_WHERE})" if settings else told


@contextmanager
def in_python() -> Iterator[None]:
    """Let what is refused within be said of arguments; also a decorator of what may be called."""
    try:
        yield
    except SpecreviewError as error:
        error.args = (of_arguments(str(error)), *error.args[1:])
        raise
