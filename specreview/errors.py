"""Errors say who must act and what to do.

Every error that a user can meet derives from `SpecreviewError`; its text names the thing, the
cause and the cure, and is shown as it stands (in the page, or on stderr with exit code 2).

SpecreviewError
├── SpectrumReadError    the user: this file cannot be read as a spectrum
├── CatalogueError       the user: this candidate list cannot be imported
├── AnswersError         the user: this file of other people's answers cannot be imported
├── TaskFileError        the user: this task file is broken
├── SettingsError        the operator: a setting, path or option is wrong
├── StoreError           the operator: the database cannot be used as it is
│   └── NotFound         the user: no such queue, candidate or inspection
├── InspectorError       the operator: the inspector cannot answer
│   └── InspectorUnusable  the operator: it can answer nobody as it is set up; a run ends
├── FetchError           the operator: nothing can be fetched from a survey's service
├── SampError            the operator: other programs cannot be reached by SAMP
├── CallError            the model: its tool call cannot be carried out
├── SequenceConflict     the caller: somebody else wrote first, load again
└── StaleView            the astronomer: the candidate changed since it was shown
"""


class SpecreviewError(Exception):
    """Base of all errors whose message is meant for a person."""


class SpectrumReadError(SpecreviewError):
    """A file that cannot be read as a spectrum: names the file, the cause and the cure."""


class CatalogueError(SpecreviewError):
    """A candidate list that cannot be imported."""


class AnswersError(SpecreviewError):
    """A file of answers from another program that cannot be imported."""


class TaskFileError(SpecreviewError):
    """A task file with a wrong or missing field: names file, line, field, allowed values."""


class SettingsError(SpecreviewError):
    """A setting, path or option that cannot be used."""


class StoreError(SpecreviewError):
    """A database that cannot be opened or written."""


class NotFound(StoreError):
    """No such queue, candidate or inspection."""


class InspectorError(SpecreviewError):
    """An inspector that cannot answer."""


class InspectorUnusable(InspectorError):
    """An inspector that would fail every candidate alike: no model, no server, a refused key.

    It ends a run at once, said once; nothing of it is recorded in a trace.
    """


class FetchError(SpecreviewError):
    """Spectra that cannot be fetched: no permission, no network, no token, a service that is off.

    It ends a run at once; what was fetched before stays.
    """


class SampError(SpecreviewError):
    """A message that reached no other program: no hub, none that listens, or no answer in time."""


class CallError(SpecreviewError):
    """A tool call that cannot be carried out; the text is phrased for the model."""


class SequenceConflict(SpecreviewError):
    """Another writer recorded this position first; the caller loads the trace again."""


class StaleView(SpecreviewError):
    """A decision was made on a view that is older than the candidate's current state."""
