"""The Candidates page takes other people's answers, tries them, and logs them once."""

from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

from specreview.answers.importing import AnswersRequest, import_answers
from specreview.answers.meaning import Meaning
from specreview.review.history import new_decision
from specreview.services import Workspace
from specreview.store import Store
from tests.answers.conftest import VI_HEADER, lines, vi_row


def _upload(at: AppTest, name: str, text: str) -> None:
    at.file_uploader(key="answers_file").upload(name, text.encode(), "text/csv")


def test_try_then_log(app: Callable[..., AppTest], store: Store) -> None:
    at = app("candidates")
    at.button(key="answers_try").click().run()
    assert "choose a file first" in [text.value for text in at.text]

    rows = [vi_row(name, "bob", "3", spectype="STAR") for name in ("star0", "star1", "<b>9")]
    _upload(at, "vi.csv", lines(VI_HEADER, *rows))
    at.button(key="answers_try").click().run()
    (said,) = [one.value for one in at.text if "nothing says what its values mean" in one.value]
    assert "the box “Means yes”, the box “Means no”" in said
    assert "--" not in said

    at.text_input(key="answers_yes").set_value("star, M*")
    at.button(key="answers_try").click().run()
    told = [text.value for text in at.text]
    assert "would be 2 applied, 0 unchanged, 1 unknown: <b>9" in told
    queue = store.queues.get("stars")
    assert store.decisions.history(queue.id) == []

    for said in ("2 applied, 0 unchanged", "0 applied, 2 unchanged"):
        at.button(key="answers_log").click().run()
        assert not at.exception
        assert any(text.value.startswith(said) for text in at.text)
    assert [one.origin for one in store.decisions.history(queue.id)] == ["import", "import"]


def test_what_the_file_says_otherwise_is_asked_once(
    app: Callable[..., AppTest], workspace: Workspace
) -> None:
    """Ann said NO here after the file's YES: shown both, she keeps hers; that is all."""
    store = workspace.store
    queue = store.queues.get("stars")
    (first, *_) = store.rows(queue.id, "ann")
    store.decisions.append(
        new_decision(first.candidate.id, "ann", "answer", answer="NO", confidence=4)
    )
    content = lines(VI_HEADER, vi_row(first.candidate.object_id, "ann", "3", spectype="STAR"))
    request = AnswersRequest(Path("vi.csv"), meaning=Meaning(("STAR",)), content=content.encode())
    assert len(import_answers(store, workspace.tasks, queue, request).waiting) == 1

    at = app(queue="stars", id=first.candidate.object_id)
    assert any("your YES came in with an import" in text.value for text in at.text)
    at.button(key="stale_keep").click().run()
    assert not at.exception
    assert store.decisions.pending(first.candidate.id, "ann") is None
    kept = store.row(first.candidate.id, "ann")
    assert (kept.answer, kept.confidence, kept.origin) == ("NO", 4, "manual")
    assert import_answers(store, workspace.tasks, queue, request).unchanged == 1
    assert app(queue="stars", id=first.candidate.object_id).session_state["desk"].dialog is None


def test_a_file_of_no_known_program_is_asked_for_its_program(app: Callable[..., AppTest]) -> None:
    at = app("candidates")
    _upload(at, "odd.csv", "name,said\nstar0,yes\n")
    at.button(key="answers_try").click().run()
    (said,) = [one.value for one in at.text if "of no known program" in one.value]
    assert "say which with the box \u201cProgram\u201d" in said
    at.selectbox(key="answers_format").select("marz").run()
    at.button(key="answers_try").click().run()
    assert not any("of no known program" in one.value for one in at.text)
