"""The decision bar: row 1 the last 20, the reasons or the issues; row 2 the answers.

Both rows have a fixed height and every button keeps its place: what is not possible now is
disabled, never removed.
"""

import streamlit as st

from specreview.review.decision import CONFIDENCE, ISSUES, REASONS, Decision
from specreview.ui import amending, deciding, drafts, moves
from specreview.ui.acts import guarded
from specreview.ui.keymap import REASON_KEYS
from specreview.ui.present import bar as words
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.ui.show.choice import SAME, chosen_anew
from specreview.ui.show.press import press_button
from specreview.ui.state import Desk


def draw(room: Room, scene: Scene) -> None:
    """The whole bar, at the foot of the window."""
    with st.bottom, st.container(key="bar"):
        with st.container(key="bar_upper", horizontal=True, wrap=False, gap="small"):
            _upper(room, scene)
        with st.container(key="bar_lower", horizontal=True, wrap=False, gap="xsmall"):
            if scene.sight is None:
                _without_spectrum(room, scene)
            else:
                _lower(room, scene)


def _upper(room: Room, scene: Scene) -> None:
    made = amending.last_decision(room.workspace.store, room.desk)
    if room.desk.panel == "issues":
        _issues(room)
    elif made is not None and words.differs(made) and room.desk.reason_given != made.id:
        _reasons(room, scene, made)
    else:
        _recent(room, scene)


def _recent(room: Room, scene: Scene) -> None:
    """My last 20 in this queue, oldest first; a click opens one."""
    desk = room.desk
    latest = room.workspace.store.decisions.recent(scene.queue.id, desk.reviewer or "", 20)
    shown = list(reversed(latest))
    st.html('<span class="row-label">Last 20</span>')
    if not shown:
        st.html('<span class="muted row-note">no decision of yours in this queue yet</span>')
        return
    positive = scene.view.labels[0]
    letters = {
        made.candidate_id: words.distinct(words.mark(made, positive), place)
        for place, made in enumerate(shown)
    }
    here = scene.row.candidate.id
    drawn = here if desk.from_history and here in letters else None
    st.segmented_control(
        "Last 20",
        list(letters),
        format_func=lambda candidate: letters.get(candidate, "?"),
        default=drawn,
        key=f"recent_{latest[0].id}_{here}",
        label_visibility="collapsed",
        on_change=_open_recent,
        args=(room, f"recent_{latest[0].id}_{here}", drawn),
    )
    if any(words.differs(made) for made in shown):
        st.html('<span class="muted row-note">* differs from the verdict</span>')


def _open_recent(room: Room, key: str, drawn: int | None) -> None:
    chosen = chosen_anew(key, drawn)
    if isinstance(chosen, int):
        store, desk = room.workspace.store, room.desk
        guarded(desk, lambda: moves.open_candidate(store, desk, chosen, from_history=True))


def _reasons(room: Room, scene: Scene, made: Decision) -> None:
    """Why the decision just made differs; it never holds up the next one."""
    about = room.workspace.store.queues.candidate(made.candidate_id)
    number, question = words.why_line(made, about.position + 1)
    st.html(
        f'<span class="row-label why"><b>{number}</b> {_escape(question)}'
        '<i class="fold"> Shift +</i></span>'
    )
    for place, code in enumerate(REASON_KEYS, start=1):
        press_button(
            room,
            words.reason_label(place, code),
            f"shift+{place}",
            scene.token,
            scene.view,
            kind="tertiary",
            name="few_" if place <= 5 else "more_",
        )
    st.menu_button(
        "more",
        list(REASONS)[5:],
        format_func=lambda code: REASONS[code],
        key=f"reason_more_{made.id}",
        type="tertiary",
        on_click=_reason_chosen,
        args=(room, f"reason_more_{made.id}"),
    )


def _reason_chosen(room: Room, key: str) -> None:
    code = st.session_state.get(key)
    if code in REASONS:
        store, desk = room.workspace.store, room.desk
        guarded(desk, lambda: amending.give_reason(store, desk, code))


def _issues(room: Room) -> None:
    """The spectrum issues; Alt+letter works while they are open."""
    desk = room.desk
    key = f"issues_{desk.candidate_id}_{'-'.join(desk.issues)}"
    drawn = [letter for letter in desk.issues if letter in ISSUES]
    st.html('<span class="row-label">Issues <i>Alt +</i></span>')
    st.pills(
        "Issues",
        list(ISSUES),
        selection_mode="multi",
        default=drawn,
        format_func=lambda letter: f"`{letter}` {words.ISSUE_WORDS[letter]}",
        key=key,
        label_visibility="collapsed",
        on_change=_issues_chosen,
        args=(room, key, drawn),
        wrap=False,
    )


def _issues_chosen(room: Room, key: str, drawn: list[str]) -> None:
    chosen = chosen_anew(key, drawn)
    if isinstance(chosen, list):
        room.desk.issues = sorted(chosen)
        drafts.save(room.workspace.store, room.desk)


def _lower(room: Room, scene: Scene) -> None:
    view, token, desk = scene.view, scene.token, room.desk
    _answers(room, scene)
    st.html('<span class="muted fold conf-word">Confidence</span>')
    _confidence(desk, view.candidate)
    _other_class(room)
    press_button(room, words.issues_label(desk.issues), "f", token, view, help="Spectrum issues")
    note = "Note `T`" if not desk.note else f"Note ({len(desk.note)}) `T`"
    press_button(room, note, "t", token, view, help="Note on this candidate")
    press_button(
        room,
        "Undo `Backspace`",
        "backspace",
        token,
        view,
        kind="tertiary",
        help="Undo my last decision in this queue",
    )
    press_button(room, "Prev `←`", "left", token, view, kind="tertiary", help="Previous candidate")
    press_button(room, "Next `→`", "right", token, view, kind="tertiary", help="Next candidate")


def _answers(room: Room, scene: Scene) -> None:
    view, token = scene.view, scene.token
    task_key = scene.task.key if scene.task else ""
    labels = view.labels
    plain = labels[:2] == ("YES", "NO")
    yes = words.answer_button(labels[0], "Y", "Yes" if plain else "", task_key)
    press_button(room, yes, "y", token, view)
    if len(labels) == 2:
        no = words.answer_button(labels[1], "N", "No" if plain else "")
        press_button(room, no, "n", token, view)
    else:
        _other_labels(room, scene)
    press_button(room, "Unsure `U`", "u", token, view)
    press_button(room, "Defer `D`", "d", token, view, help="Comes back at the end of the queue")
    idle = not (view.shown and view.verdict)
    press_button(room, "Agree `A`", "a", token, view, disabled=idle, help="Agree with the verdict")


def _other_labels(room: Room, scene: Scene) -> None:
    """A task of several classes: the others by list, the positive one by Y."""
    key = f"label_{scene.view.name}"
    st.menu_button(
        "Other label",
        list(scene.view.labels[1:]),
        key=key,
        on_click=_label_chosen,
        args=(room, scene, key),
    )


def _label_chosen(room: Room, scene: Scene, key: str) -> None:
    from specreview.ui.presses import Press

    label = st.session_state.get(key)
    view = scene.view
    if label in view.labels and view.name not in room.desk.decided:
        press = Press(0, "", view.candidate, view.version, scene.token)
        store, desk = room.workspace.store, room.desk
        guarded(desk, lambda: deciding.answer(store, desk, view, label, press))


def _confidence(desk: Desk, candidate: int) -> None:
    key = f"confidence_{candidate}_{desk.confidence}"
    st.segmented_control(
        "Confidence",
        list(range(5)),
        default=desk.confidence,
        required=True,
        key=key,
        label_visibility="collapsed",
        help="; ".join(f"{n}: {text}" for n, text in sorted(CONFIDENCE.items())),
        on_change=_confidence_chosen,
        args=(desk, key, desk.confidence),
    )


def _confidence_chosen(desk: Desk, key: str, drawn: int) -> None:
    chosen = chosen_anew(key, drawn)
    if isinstance(chosen, int):
        desk.confidence = chosen


def _other_class(room: Room) -> None:
    desk = room.desk
    key = f"class_{desk.candidate_id}_{desk.note_set}"
    st.selectbox(
        "Other class",
        list(words.OTHER_CLASSES),
        index=list(words.OTHER_CLASSES).index(desk.other_class)
        if desk.other_class in words.OTHER_CLASSES
        else None,
        format_func=words.class_name,
        placeholder="Other class",
        key=key,
        label_visibility="collapsed",
        width=128,
        on_change=_class_chosen,
        args=(room, key, desk.other_class),
    )


def _class_chosen(room: Room, key: str, drawn: str | None) -> None:
    chosen = chosen_anew(key, drawn)
    if chosen is not SAME:
        room.desk.other_class = chosen if isinstance(chosen, str) else None
        drafts.save(room.workspace.store, room.desk)


def _without_spectrum(room: Room, scene: Scene) -> None:
    """What is left to do about a spectrum that cannot be read."""
    view, token = scene.view, scene.token
    press_button(room, "Defer `D`", "d", token, view)
    press_button(room, "Bad spectrum", "bad", token, view, icon=":material/flag:")
    press_button(room, "Next `→`", "right", token, view)
    st.html(
        '<span class="muted row-note">No answer is possible without a spectrum. '
        "Yes, No and Unsure are off.</span>"
    )


def _escape(text: str) -> str:
    from html import escape

    return escape(text)
