"""Names of everything that a session keeps, beside its widgets; what the URL says is `address`.

A session holds ids, small settings and widget values only: spectra, traces and figures live in
the caches of the workspace, decisions and drafts in the store.
"""

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, cast

from specreview.review.lists import ListKind
from specreview.review.rows import RowFilter

# Session state. Streamlit widgets have keys of their own, all beginning with the page's name.
DESK = "desk"
NAME = "name"
"""The reviewer's name as the browser's tab kept it over a refresh."""
KEYS = "keys"
"""The key listener's state: presses and the note, as the browser sends them."""

Session = Any
"""st.session_state, or a dict in tests."""


@dataclass
class ExportChoice:
    """What was chosen on the Export page.

    `columns` holds the chosen names by list, where not all are; `since` and `until` are UTC days
    (2026-12-02), `until` being the first that is left out; `everybody` whether the lists that hold
    all people's acts do so; `form` is a file's ending; `followed` whether the address was read.
    """

    kind: ListKind = "approved"
    form: str = ".csv"
    columns: dict[ListKind, tuple[str, ...]] = field(default_factory=dict)
    since: str | None = None
    until: str | None = None
    everybody: bool = True
    names: bool = False
    message: str = ""
    followed: bool = False


@dataclass
class Desk:
    """What one session has before it; everything in here is an id or a small value.

    Attributes
    ----------
    nonce
        Makes the tokens of this session its own.
    reviewer
        Asked once a session; None until then.
    candidate_id
        The candidate on the screen; None at the end of the queue.
    from_history
        It was opened from the last 20: an answer stays on it.
    confidence
        Sticky, 0 to 4.
    opened_version
        Version of the candidate when it came up: a later one means that somebody decided.
    views
        Token of each view drawn lately, with what it showed.
    decided
        "candidate.version" of the views that were decided: a repeat is dropped.
    samp_seen, samp_follow, samp_waiting
        Number of the last row pointed at by another program that was dealt with, None before the
        first look; whether the page follows; (queue, candidate, program) that waits for the person.
    samp_asked, samp_said
        A key asked to point at the candidate; what became of the last table that was sent.
    note_open
        The candidate whose note box is open in the browser.
    unstored
        Drafts that the store could not take, by candidate.
    company, company_step, company_count
        "known" (M), "elsewhere" (X), "epochs" (P) or ""; which of its spectra is laid over, from
        1, 0 for none; how many there are. With P the step counts the spectra that were opened
        since, so that the way back is known.
    company_range, company_feature, company_features
        Observed vacuum Å of the range that X looks at, of the feature chosen in it, and of those
        that can be chosen.
    company_epochs
        The candidates of the source, in the order in which P shows them.
    importing
        The list or folder in the open import ("" before one is named), None while it is closed.
    import_sources, import_pasted
        What the open import's other ways in had named, by way; the text in the box for pasting.
    kept_upload, upload_refused
        Ids of the uploaded files that were kept last, and what was refused of them.
    compare
        The inspection that is shown and the one beside it; None while nothing is compared.
    last_mark
        (inspection, position, mark, seconds since the candidate came up) of the last key that
        marked a step.
    last_decision, last_candidate
        Id of the decision just made, for its reason; `last_candidate` is what it was about.
    zoom
        (lower, upper) rest-frame vacuum Å last asked for, and its running number.
    walked
        The number, from 1, of the inspector's window that a URL names, until it is shown.
    inspection, follow
        The inspection that the person chose, None for the one that counts; whether what begins to
        run takes its place.
    ask_window, ask_note
        What was typed for "Look here" or a branch and not sent; None: nothing was typed yet.
    branch_from, branch_by
        What was chosen in the open Branch dialog: the place in the trace, and the inspector.
    ask_number, ask_fill
        Number of the last typing that the browser told; whether the boxes are still to be filled
        with what was typed and with the zoom in sight.
    went_number
        Number of the last step of the browser's Back or Forward that was followed.
    hand_zoom, figure
        Zoom by hand on the axis that is shown, and what the drawn figure was made of: when it
        has to be drawn anew, it begins with that zoom.
    """

    nonce: str = ""
    reviewer: str | None = None
    queue_id: int | None = None
    candidate_id: int | None = None
    at_end: bool = False
    jumped: bool = False
    row_filter: dict[str, Any] = field(default_factory=dict)
    from_history: bool = False
    opened_version: int | None = None
    opened_at: str = ""
    confidence: int = 3
    smoothing: int = 1
    lines: bool = True
    errors: bool = True
    axis: str = "observed"
    unit: str = "Å"
    zoom: tuple[float, float] | None = None
    zoom_number: int = 0
    hand_zoom: tuple[float, float] | None = None
    hand_number: int = 0
    figure: tuple[object, ...] = ()
    active_step: int | None = None
    walked: int | None = None
    inspection: str | None = None
    follow: bool = False
    ask_window: str | None = None
    ask_note: str = ""
    branch_from: int | None = None
    branch_by: str | None = None
    ask_number: int = 0
    ask_fill: bool = False
    went_number: int = 0
    company: str = ""
    company_step: int = 0
    company_count: int = 0
    company_range: tuple[float, float] | None = None
    company_feature: float | None = None
    company_features: tuple[float, ...] = ()
    company_epochs: tuple[int, ...] = ()
    importing: str | None = None
    import_sources: dict[str, str] = field(default_factory=dict)
    import_pasted: str = ""
    kept_upload: tuple[str, ...] = ()
    upload_refused: tuple[str, ...] = ()
    issues: list[str] = field(default_factory=list)
    other_class: str | None = None
    note: str = ""
    note_set: int = 0
    note_open: int | None = None
    samp_seen: int | None = None
    samp_follow: bool = True
    samp_waiting: tuple[int, int, str] | None = None
    samp_asked: bool = False
    samp_said: str = ""
    draft_of: str | None = None
    unstored: dict[int, dict[str, Any]] = field(default_factory=dict)
    panel: str = "recent"
    dialog: str | None = None
    show_task: bool = False
    views: dict[str, dict[str, Any]] = field(default_factory=dict)
    decided: list[str] = field(default_factory=list)
    deferred_again: list[int] = field(default_factory=list)
    compare: tuple[str, str] | None = None
    last_mark: tuple[str, int, str, float | None] | None = None
    last_decision: str | None = None
    last_candidate: int | None = None
    reason_given: str | None = None
    pending_decision: str | None = None
    saved_at: str | None = None
    message: str = ""
    trouble: str = ""
    refused_run: tuple[int, str] | None = None
    handled: dict[str, int] = field(default_factory=dict)
    handled_note: dict[str, int] = field(default_factory=dict)
    url: dict[str, str] = field(default_factory=dict)
    settled: bool = False
    missing: str = ""
    export: ExportChoice = field(default_factory=ExportChoice)

    KEEP: ClassVar[int] = 40

    def filter(self) -> RowFilter:
        return RowFilter(**{k: _tuple(v) for k, v in self.row_filter.items()})

    def set_filter(self, row_filter: RowFilter) -> None:
        self.row_filter = asdict(row_filter)

    def remember(self, token: str, view: dict[str, Any]) -> None:
        """Keep what a view showed; only the latest few can still be acted on."""
        self.views.pop(token, None)
        self.views[token] = view
        for old in list(self.views)[: -self.KEEP]:
            del self.views[old]

    def clear_candidate(self) -> None:
        """Forget what belonged to the candidate that leaves the screen."""
        self.zoom = None
        self.zoom_number = 0
        self.hand_zoom = None
        self.figure = ()
        self.active_step = None
        self.walked = None
        self.inspection = None
        self.follow = False
        self.ask_window = None
        self.ask_note = ""
        self.branch_from = self.branch_by = None
        self.compare = None
        self.company = ""
        self.company_step = self.company_count = 0
        self.company_range = self.company_feature = None
        self.company_features = ()
        self.company_epochs = ()
        self.issues = []
        self.other_class = None
        self.note = ""
        self.note_set += 1
        self.from_history = False
        self.opened_version = None
        self.pending_decision = None
        self.dialog = None
        self.show_task = False
        self.panel = "recent"


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def desk_of(session: Session) -> Desk:
    """The session's desk, made on the first call."""
    import secrets

    if DESK not in session:
        session[DESK] = Desk(nonce=secrets.token_hex(6))
    return cast("Desk", session[DESK])
