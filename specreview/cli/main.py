"""The `specreview` command: one sub-command a module, heavy imports inside the commands."""

import sys

import typer

from specreview import __version__
from specreview.cli import (
    auditing,
    demo,
    exporting,
    inspecting,
    queues,
    reading,
    serving,
    vetting_tasks,
    viewing,
)
from specreview.errors import SpecreviewError

app = typer.Typer(
    name="specreview",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Vet survey spectra with a step-by-step inspector at your side; a person decides.",
)


app.add_typer(vetting_tasks.app, name="tasks")
app.add_typer(queues.app, name="queue")
app.command(name="inspect")(inspecting.inspect)
app.command(name="export")(exporting.export)
app.command(name="demo")(demo.demo)
app.command(name="serve")(serving.serve)
app.command(name="read")(reading.read)
app.command(name="view")(viewing.view)
app.command(name="verify")(auditing.verify)
app.command(name="backup")(auditing.backup)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"specreview {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Vet survey spectra with a step-by-step inspector at your side; a person decides."""


def main() -> None:
    """Run the command line; a refusal is one line on stderr and exit code 2."""
    try:
        app()
    except SpecreviewError as error:
        typer.echo(f"specreview: {error}", err=True)
        sys.exit(2)
