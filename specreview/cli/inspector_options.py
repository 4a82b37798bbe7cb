"""The options that say who inspects and how, for every command that asks an inspector."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from specreview.settings import Settings

PANEL = "Inspector"
"""Heading under which the help lists them."""


def _option(name: str, help_text: str) -> Any:
    return typer.Option(name, help=help_text, rich_help_panel=PANEL)


@dataclass(frozen=True)
class InspectorOptions:
    """What was given on the command line, None for what was not.

    Apart from `inspector`, each is the field of that name in the settings of the inspectors
    that have it: --base-url is `base_url` of the server's.
    """

    inspector: Annotated[
        str | None, _option("--inspector", "rules, local or server; else the workspace's setting.")
    ] = None
    model: Annotated[
        str | None,
        _option("--model", "local: Hugging Face id or folder; server: the name it serves."),
    ] = None
    revision: Annotated[
        str | None, _option("--revision", "local: branch, tag or commit of a Hugging Face model.")
    ] = None
    device: Annotated[str | None, _option("--device", "local: auto, cpu, mps, cuda or cuda:N.")] = (
        None
    )
    dtype: Annotated[
        str | None, _option("--dtype", "local: auto, float32, bfloat16 or float16.")
    ] = None
    batch: Annotated[int | None, _option("--batch", "local: inspections answered at a time.")] = (
        None
    )
    max_new_tokens: Annotated[
        int | None, _option("--max-new-tokens", "local, server: tokens of one reply, at most.")
    ] = None
    temperature: Annotated[
        float | None, _option("--temperature", "local, server: 0 is greedy; at most 2.")
    ] = None
    seed: Annotated[
        int | None, _option("--seed", "local, server: of the draws at a temperature above 0.")
    ] = None
    base_url: Annotated[
        str | None, _option("--base-url", "server: its address, e.g. http://localhost:8000/v1.")
    ] = None
    profile: Annotated[
        str | None,
        _option("--profile", "server: spec-o3 (as trained) or tools (native tool calls)."),
    ] = None
    api_key_env: Annotated[
        str | None,
        _option("--api-key-env", "server: NAME of the environment variable with the key."),
    ] = None
    concurrency: Annotated[
        int | None, _option("--concurrency", "server: inspections asked for at a time.")
    ] = None
    timeout: Annotated[
        float | None, _option("--timeout", "server: longest silence in seconds.")
    ] = None

    def given(self, workspace: Path) -> dict[str, Any]:
        """What was given, as it is laid over the workspace's settings.

        Raises
        ------
        BadParameter
            When an option does not go with the inspector.
        SettingsError
            When a value is impossible, or the workspace's settings cannot be read.
        """
        from specreview.settings import load_settings, open_folder, with_given

        settings = load_settings(open_folder(workspace))
        chosen = self.inspector or settings.inspector
        said = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name != "inspector" and getattr(self, field.name) is not None
        }
        _refuse_misfits(settings, chosen, said)
        given: dict[str, Any] = {} if self.inspector is None else {"inspector": self.inspector}
        if said:
            given[chosen] = said
        with_given(settings, given, lambda place: option_name(place[-1]))
        return given


def option_name(field: str) -> str:
    """`base_url` is given as --base-url."""
    return f"--{field.replace('_', '-')}"


def _refuse_misfits(settings: "Settings", chosen: str, said: dict[str, Any]) -> None:
    blocks = {"local": settings.local, "server": settings.server}
    own = set(type(blocks[chosen]).model_fields) if chosen in blocks else set()
    for field in said:
        if field not in own:
            owners = [name for name, block in blocks.items() if field in type(block).model_fields]
            raise typer.BadParameter(
                f"{option_name(field)} does not go with inspector {chosen}; it belongs to "
                f"--inspector {' and '.join(owners)}"
            )


def takes_inspector(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command all options of `InspectorOptions` in place of its parameter of that type."""
    signature = inspect.signature(command)
    (place,) = [
        one.name for one in signature.parameters.values() if one.annotation is InspectorOptions
    ]
    names = [field.name for field in fields(InspectorOptions)]

    def expanded() -> list[inspect.Parameter]:
        options = [
            inspect.Parameter(
                field.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=field.type
            )
            for field in fields(InspectorOptions)
        ]
        kept = [
            one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for one in signature.parameters.values()
            if one.name != place
        ]
        return [*kept, *options]

    def run(**values: Any) -> None:
        options = InspectorOptions(**{name: values.pop(name) for name in names})
        command(**{place: options}, **values)

    functools.update_wrapper(run, command, updated=())
    del run.__wrapped__  # type: ignore[attr-defined]
    parameters = expanded()
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run
