"""`specreview tiny-model`: a checkpoint trained here, to try the local model without a download."""

from pathlib import Path
from typing import Annotated

import typer

from specreview.cli.printing import print_line
from specreview.errors import SettingsError, SpecreviewError

_EVERY = 10


def tiny_model(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of the checkpoint; new or empty.")
    ],
    queue: Annotated[
        Path | None,
        typer.Option("--queue", help="Also make a workspace there with practice spectra to vet."),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", min=1, max=2000, help="Practice spectra of --queue.")
    ] = 20,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**31 - 2, help="Another seed, other spectra.")
    ] = 0,
) -> None:
    """Train a tiny Qwen2.5-VL on synthetic spectra (about half a minute on 2 cores) and write it.

    It vets its practice task only: a way to try the whole local path, no tool for science.
    """
    for each in (folder, queue):
        if each is not None:
            _refuse_filled(each)
    try:
        _build(folder)
        catalogue = None if queue is None else _practise(queue, count, seed)
    except OSError as error:
        raise SettingsError(
            f"{error.filename or folder}: cannot be written: {error.strerror}; choose another DIR"
        ) from error
    print_line(f"{folder}: tiny Qwen2.5-VL, trained on the practice task")
    model = folder.resolve()
    if queue is None or catalogue is None:
        print_line(f"next: specreview inspect QUEUE --inspector local --model {model}")
        return
    print_line(f"{catalogue}: {count} practice spectra with their labels")
    print_line(
        f"next: specreview queue create practice {catalogue} --workspace {queue} "
        "--map label=label --positive YES"
    )
    print_line(
        f"then: specreview inspect practice --workspace {queue} --inspector local --model {model}"
    )


def _refuse_filled(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SettingsError(f"{folder}: is not an empty folder; choose a new one")


def _build(folder: Path) -> None:
    try:
        import torch  # noqa: F401  (before anything is drawn: is it there at all?)
        import transformers  # noqa: F401

        from specreview.tiny.writing import write_trained_checkpoint

        folder.mkdir(parents=True, exist_ok=True)
        write_trained_checkpoint(folder, _tell)
    except ImportError as error:
        raise SpecreviewError(
            f"the tiny model needs the extra [local] ({error.name} is missing): "
            "pip install 'specreview[local]'"
        ) from error


def _tell(what: str) -> None:
    """The training's sentences: every tenth of those that count steps."""
    counted, _, _ = what.partition(" of ")
    step = counted.rpartition(" ")[2]
    if not step.isdigit() or int(step) % _EVERY in (0, 1):
        print_line(what, err=True)


def _practise(queue: Path, count: int, seed: int) -> Path:
    from specreview.tiny.practice_queue import write_practice_queue
    from specreview.tiny.practice_spectra import practice_spectra

    return write_practice_queue(queue, practice_spectra(seed, count))
