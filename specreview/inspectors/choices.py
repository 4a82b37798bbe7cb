"""Which inspectors can be chosen, and how each is built; nothing heavy is imported before that."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from specreview.agent.inspector import Inspector
from specreview.errors import InspectorError
from specreview.inspectors.rules import RulesInspector
from specreview.settings import LocalSettings, ServerSettings, Settings


@dataclass(frozen=True)
class Choice:
    """An inspector that can be chosen: its name, what people read, and how it is built.

    `build` raises InspectorError when an extra, a model or an address is missing. Two choices
    with the same `configured` build the same inspector.
    """

    name: str
    label: str
    build: Callable[[], Inspector]
    configured: LocalSettings | ServerSettings | None = None


def choices(settings: Settings) -> dict[str, Choice]:
    """All inspectors by name, as `settings` configure them."""
    local, server = settings.local, settings.server
    at = server.base_url or "no address yet"
    found = (
        Choice("rules", "rules: no neural network", RulesInspector),
        Choice("local", f"local: {local.model}", lambda: _local(local), local),
        Choice("server", f"server: {server.model} at {at}", lambda: _server(server), server),
    )
    return {choice.name: choice for choice in found}


def chosen(settings: Settings) -> Choice:
    """The inspector that `settings` name; InspectorError when there is none of that name."""
    known = choices(settings)
    if settings.inspector not in known:
        raise InspectorError(
            f"there is no inspector {settings.inspector!r}; known are: {', '.join(known)}"
        )
    return known[settings.inspector]


def _local(settings: LocalSettings) -> Inspector:
    _require("local", ("torch", "transformers"))
    from specreview.inspectors.local.inspector import LocalInspector

    return LocalInspector(settings)


def _server(settings: ServerSettings) -> Inspector:
    _require("server", ("openai",))
    from specreview.inspectors.server.inspector import ServerInspector

    return ServerInspector(settings)


def _require(extra: str, modules: tuple[str, ...]) -> None:
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise InspectorError(
            f"inspector {extra}: {' and '.join(missing)} not installed; "
            f"pip install 'specreview[{extra}]'"
        )
