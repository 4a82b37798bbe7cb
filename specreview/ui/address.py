"""The app's address: what its parts are called, and how it says the filter of Candidates.

What an address holds is untrusted: anything unknown in it is left out.
"""

from collections.abc import Iterator, Mapping

from specreview.review.rows import CandidateState, ClaimFilter, RowFilter, SortKey

URL_QUEUE = "queue"
URL_ID = "id"
URL_IMPORT = "import"
"""The list or folder of an open import; "-" before one is named."""
URL_AT = "at"
"""The id on the page of candidates, which has the app's own address: there an `id` opens it."""
URL_TWIN = "of"
"""Which one, from 1, of the candidates with this id: a queue may hold one under two tasks."""
URL_STATES = "state"
URL_VERDICTS = "verdict"
URL_SURVEYS = "survey"
URL_SNR = "snr"
URL_CLAIMS = "claims"
URL_SORT = "sort"
URL_DESCENDING = "down"

STATES: tuple[CandidateState, ...] = (
    "new",
    "inspecting",
    "inspected",
    "answered",
    "deferred",
    "conflict",
    "adjudicated",
)
SORTS: dict[SortKey, str] = {
    "queue": "queue order",
    "id": "id",
    "survey": "survey",
    "snr": "S/N",
    "score": "score",
    "verdict": "verdict",
    "contradicted": "contradicted",
    "answer": "my answer",
    "state": "state",
}
CLAIMS: dict[ClaimFilter, str] = {
    "contradicted": "some",
    "none": "none",
    "uncounted": "not counted",
}
MAX_URL_VALUE = 200


def filter_from_url(query: Mapping[str, str]) -> RowFilter:
    """The filter a URL asks for; anything unknown in it is left out (a URL is untrusted)."""
    sort, claims = query.get(URL_SORT, "queue"), query.get(URL_CLAIMS)
    return RowFilter(
        states=tuple(s for s in _words(query, URL_STATES) if s in STATES),
        verdicts=tuple(_words(query, URL_VERDICTS)),
        surveys=tuple(_words(query, URL_SURVEYS)),
        snr_min=_number(query.get(URL_SNR)),
        claims=claims if claims in CLAIMS else None,
        sort=sort if sort in SORTS else "queue",
        descending=query.get(URL_DESCENDING) == "1",
    )


def filter_to_url(row_filter: RowFilter) -> dict[str, str]:
    """The part of the URL that says the filter; empty where it is the default."""
    parts = {
        URL_STATES: ",".join(row_filter.states),
        URL_VERDICTS: ",".join(row_filter.verdicts),
        URL_SURVEYS: ",".join(row_filter.surveys),
        URL_CLAIMS: row_filter.claims or "",
        URL_SNR: "" if row_filter.snr_min is None else f"{row_filter.snr_min:g}",
        URL_SORT: "" if row_filter.sort == "queue" else row_filter.sort,
        URL_DESCENDING: "1" if row_filter.descending else "",
    }
    return {name: value for name, value in parts.items() if value}


def _words(query: Mapping[str, str], name: str) -> Iterator[str]:
    return (word for word in query.get(name, "")[:MAX_URL_VALUE].split(",") if word)


def _number(text: str | None) -> float | None:
    """A finite number from the URL, else None."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if abs(value) < 1e6 else None
