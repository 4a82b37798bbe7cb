"""The `specreview` command: one sub-command a module, heavy imports inside the commands."""

import os
import sys

import typer

from specreview.cli import (
    answering,
    auditing,
    catching_up,
    claiming,
    demo,
    doctoring,
    evaluating,
    exporting,
    fetching,
    inspecting,
    measuring,
    paging,
    probing,
    queues,
    reading,
    replaying,
    serving,
    sheets,
    tiny_model,
    vetting_tasks,
    viewing,
)
from specreview.cli.printing import REFUSED, never_fail_on_letters, refuse
from specreview.errors import SpecreviewError
from specreview.version import __version__

INTERRUPTED = 130
"""The shell's exit code for Ctrl-C."""
_NAME = "specreview"
"""Its name in all it says, however it was started."""
DEBUG = "SPECREVIEW_DEBUG"
"""Environment variable: when set, a fault of specreview itself shows its traceback."""

app = typer.Typer(
    name=_NAME,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Vet survey spectra with a step-by-step inspector at your side; a person decides.",
)


app.add_typer(vetting_tasks.app, name="tasks")
app.add_typer(queues.app, name="queue")
app.command(name="inspect")(inspecting.inspect)
app.command(name="evaluate")(evaluating.evaluate)
app.command(name="doctor")(doctoring.doctor)
app.command(name="probe")(probing.probe)
app.command(name="replay")(replaying.replay)
app.command(name="claims")(claiming.claims)
app.command(name="catch-up")(catching_up.catch_up)
app.command(name="marks")(claiming.marks)
app.command(name="export")(exporting.export)
app.command(name="answers")(answering.answers)
app.command(name="page")(paging.page)
app.command(name="sheet")(sheets.sheet)
app.command(name="fetch")(fetching.fetch)
app.command(name="demo")(demo.demo)
app.command(name="tiny-model")(tiny_model.tiny_model)
app.command(name="serve")(serving.serve)
app.command(name="read")(reading.read)
app.command(name="view")(viewing.view)
app.command(name="measure")(measuring.measure)
app.command(name="verify")(auditing.verify)
app.command(name="backup")(auditing.backup)


@app.callback()
def _common(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version."),
) -> None:
    """Vet survey spectra with a step-by-step inspector at your side; a person decides."""
    if version:
        typer.echo(f"specreview {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line; a refusal is one line on stderr and exit code 2."""
    never_fail_on_letters()
    sys.exit(_exit_code())


def _exit_code() -> int:
    try:
        ended = app(standalone_mode=False, prog_name=_NAME)
    except SpecreviewError as error:
        refuse(error)
    except typer.TyperException as error:
        refuse(_usage(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        refuse(
            f"a fault of specreview itself ({type(error).__name__}: {error}); what was saved "
            f"stays saved; {DEBUG}=1 shows where it happened, for a report"
        )
    else:
        return ended if isinstance(ended, int) else 0
    return REFUSED


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the command line, and where the right one is written."""
    reason = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    command = _command_given() if context is None else context.command_path
    return f"{reason}; see `{command} --help`"


def _command_given() -> str:
    """The command that the command line names, where the refusal does not say."""
    command, path = typer.main.get_command(app), [_NAME]
    for word in sys.argv[1:]:
        known = getattr(command, "commands", {})
        if word not in known:
            break
        command = known[word]
        path.append(word)
    return " ".join(path)
