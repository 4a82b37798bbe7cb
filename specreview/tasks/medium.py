"""The `medium` of a task file: air wavelengths become vacuum as they are read."""

from collections.abc import Mapping

from specreview.errors import TaskFileError
from specreview.spectra.frames import air_to_vacuum
from specreview.tasks.positions import Located, Path, Plain, dotted

MEDIA = ("air", "vacuum")
_WAVELENGTHS = {"rest", "head", "feature", "reference", "windows", "window", "search", "listed"}
_SECTIONS = ("diagnostics", "looks", "panels")
_LOWEST, _HIGHEST = 1000.0, 25_000.0


def to_vacuum(located: Located, file: str) -> dict[str, Plain]:
    """The task's fields with every wavelength as vacuum Å (3 decimals) and no `medium` left.

    The file's own `medium` is required; a diagnostic, look or panel may have another one.

    Raises
    ------
    TaskFileError
        A medium other than air and vacuum, or a wavelength outside 1000 to 25000 Å.
    """
    assert isinstance(located.value, dict)
    fields = dict(located.value)
    converter = _Converter(located, file)
    medium = converter.medium(fields.pop("medium", None), ("medium",))
    for section in _SECTIONS:
        entries = fields.get(section)
        if isinstance(entries, list):
            fields[section] = [
                converter.entry(entry, medium, (section, i)) for i, entry in enumerate(entries)
            ]
    return fields


class _Converter:
    def __init__(self, located: Located, file: str) -> None:
        self._located, self._file = located, file

    def medium(self, found: Plain, path: Path) -> str:
        if isinstance(found, str) and found in MEDIA:
            return found
        if path not in self._located.lines:
            raise self._error(path, "is missing; say 'medium: air' or 'medium: vacuum'")
        raise self._error(path, f"found {str(found)[:60]!r}, allowed are air and vacuum")

    def entry(self, entry: Plain, medium: str, path: Path) -> Plain:
        if not isinstance(entry, Mapping):
            return entry
        fields = dict(entry)
        if "medium" in fields:
            medium = self.medium(fields.pop("medium"), (*path, "medium"))
        for name in _WAVELENGTHS & fields.keys():
            fields[name] = self._wavelength(fields[name], medium, (*path, name))
        return fields

    def _wavelength(self, found: Plain, medium: str, path: Path) -> Plain:
        if isinstance(found, list):
            return [self._wavelength(part, medium, (*path, i)) for i, part in enumerate(found)]
        if isinstance(found, bool) or not isinstance(found, int | float):
            return found
        if not _LOWEST <= found <= _HIGHEST:
            raise self._error(
                path, f"found {found:g}, allowed are wavelengths of {_LOWEST:g} to {_HIGHEST:g} Å"
            )
        vacuum = float(air_to_vacuum(found)) if medium == "air" else float(found)
        return round(vacuum, 3)

    def _error(self, path: Path, text: str) -> TaskFileError:
        line = self._located.line(path)
        return TaskFileError(f"{self._file}:{line}: field '{dotted(path)}': {text}")
