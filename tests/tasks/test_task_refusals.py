"""A broken task file is refused in one line with file, line, field and what is allowed."""

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specreview import resources
from specreview.errors import TaskFileError
from specreview.tasks.load import LARGEST_FILE, load_task, load_tasks, task_from_text

# The worked example of the docs is the base: a whole task that the tuning of the five leaves alone.
DOCS = (Path(__file__).parents[2] / "docs" / "task-files.md").read_text(encoding="utf-8")
TEXT = DOCS.split("```yaml\n", 1)[1].split("```", 1)[0]
LINES = TEXT.splitlines()


def line_of(beginning: str) -> int:
    return next(i for i, line in enumerate(LINES, 1) if line.lstrip(" -").startswith(beginning))


def refused(text: str) -> str:
    with pytest.raises(TaskFileError) as caught:
        task_from_text(text, "own.yaml")
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("own.yaml:")
    return message


def swap(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


BROKEN: list[tuple[str, str, str, list[str]]] = [
    # (old, new, line marker after the change, words of the message)
    ("version: 1 ", "version: one ", "version", ["'version'", "'one'", "whole number"]),
    ("version: 1 ", "version: true ", "version", ["'version'", "'true'", "whole number"]),
    ("version: 1 ", "version: '1' ", "version", ["'version'", "whole number"]),
    ("version: 1 ", "version: 1.5 ", "version", ["'version'", "whole number"]),
    ("labels: [YES, NO]", "labels: YES", "labels", ["'labels'", "a list"]),
    ("labels: [YES, NO]", "labels: [YES]", "labels", ["'labels'", "2 or more"]),
    ("labels: [YES, NO]", "labels: [YES, YES]", "labels", ["'labels'", "once"]),
    ("labels: [YES, NO]", "labels: [YES, 'N{O}']", "labels", ["'labels[1]'", "short word"]),
    ("labels: [YES, NO]", "labels: [YES, UNSURE]", "labels", ["'labels[1]'", "UNSURE"]),
    ("key: be", "key: Be star", "key", ["'key'", "small letters"]),
    ("medium: air", "medium: water", "medium", ["'medium'", "air and vacuum"]),
    ("medium: air", "medium: [air]", "medium", ["'medium'", "air and vacuum"]),
    ("redshift: stellar", "redshift: none", "redshift", ["'redshift'", "stellar", "catalogue"]),
    ("redshift: stellar", "redshfit: stellar", "redshfit", ["'redshfit'", "'redshift'"]),
    ("kind: emission", "kind: emision", "kind: em", ["diagnostics[0].kind", "emision", "bandhead"]),
    ("rest: [6562.80]", "rest: []", "rest: [", ["diagnostics[0].rest", "1 or more"]),
    ("rest: [6562.80]", "rest: [Hα]", "rest: [Hα", ["diagnostics[0].rest[0]", "'Hα'", "number"]),
    ("rest: [6562.80]", "rest: [656.461]", "rest: [656", ["rest[0]", "1000 to 25000 Å"]),
    ("rest: [6562.80]", "rest: [1e400]", "rest: [1e", ["rest[0]", "1000 to 25000 Å"]),
    ("ew: {none: 1, full: 5}", "ew: {none: 5, full: 5}", "ew: {none: 5", ["ew", "must differ"]),
    ("ew: {none: 1, full: 5}", "ew: 5", "ew: 5", ["diagnostics[0].ew", "fields"]),
    ("fwhm_max_kms: 1200", "fwhm_max_kms: .nan", "fwhm_max", ["fwhm_max_kms", "a number"]),
    ("weight: 0.6 ", "weigth: 0.6 ", "weigth", ["diagnostics[0].weigth", "'weight'"]),
    ("name: he_i_abs", "name: ha_em", "name: ha_em", ["name", "'ha_em' twice"]),
    ("window: [6500, 6630]", "window: [6630, 6500]", "- {label: Hα,", ["window", "below"]),
    ("diagnostics: [ha_em]}", "diagnostics: [ha_me]}", "- {label: Hα,", ["'ha_me'", "ha_em"]),
    ("deciding: [ha_em]", "deciding: [ha]", "deciding", ["scoring.deciding[0]", "ha_em"]),
    ("yes_at: 0.7", "yes_at: 0.2", "scoring", ["'scoring'", "no_below", "yes_at"]),
    ("deciding_least: 1", "deciding_least: 3", "deciding_least", ["1 to 1"]),
    ("axis: velocity, rest: 4861.33", "axis: velocity", "- {label: Hβ,", ["panels[1]", "'rest'"]),
    ("axis: velocity, rest: 4861.33", "axis: wavelength", "- {label: Hβ,", ["'window'"]),
    ("answer: UNSURE", "answer: MAYBE", "answer: MAYBE", ["'MAYBE'", "YES, NO, UNSURE"]),
    (
        "quantity: fwhm_kms, below",
        "quantity: fwhm_kps, below",
        "- {diagnostic: ha",
        ["quantity", "fwhm_kms"],
    ),
    ("effect: cap", "effect: lift", "effect: lift", ["effect", "floor", "no_verdict"]),
]


@pytest.mark.parametrize(("old", "new", "marker", "words"), BROKEN)
def test_each_fault_is_named_with_its_line(
    old: str, new: str, marker: str, words: list[str]
) -> None:
    message = refused(swap(old, new))
    for word in words:
        assert word in message
    line = int(message.split(":")[1])
    assert marker.lstrip("- {") in swap(old, new).splitlines()[line - 1]


def test_the_line_is_exact() -> None:
    at = line_of("version: 1")
    assert refused(swap("version: 1 ", "version: one ")).startswith(f"own.yaml:{at}: ")


def test_a_missing_field_is_named() -> None:
    message = refused(swap("question: Is this spectrum a Be star?\n", ""))
    assert "field 'question': is missing" in message


def test_a_missing_source_of_a_number_is_refused() -> None:
    text = TEXT.replace('    source: "Slope d ln f', '    note: "Slope', 1)
    message = refused(text)
    assert "diagnostics[2].source" in message
    assert "is missing" in message


def test_no_medium_is_refused_since_air_and_vacuum_differ_by_80_kms() -> None:
    assert "'medium: air' or 'medium: vacuum'" in refused(swap("medium: air ", "# "))


@pytest.mark.parametrize("extra", [-1, 1])
def test_panels_are_four(extra: int) -> None:
    panel = "  - {label: Hβ, axis: velocity, rest: 4861.33, half_width_kms: 2000}\n"
    message = refused(swap(panel, panel * (1 + extra)))
    assert "'panels'" in message
    assert ("4 or more" if extra < 0 else "4 at most") in message


def test_a_rule_over_an_unknown_diagnostic_names_those_there_are() -> None:
    message = refused(
        swap(
            "{diagnostic: ha_em, quantity: fwhm_kms, below: 250}",
            "{diagnostic: ha_me, quantity: fwhm_kms, below: 250}",
        )
    )
    assert "when.all[1].diagnostic" in message
    assert "'ha_me'" in message
    assert "ha_em, he_i_abs, blue" in message


@pytest.mark.parametrize(
    ("leaf", "word"),
    [
        ("{diagnostic: blue}", "says nothing about 'blue'"),
        ("{below: -0.8}", "names a diagnostic"),
        ("{all: []}", "names a diagnostic"),
        ("{diagnostic: ha_em, relative_to: be, above: 1}", "relative_to"),
        ("{diagnostic: ha_em, quantity: fwhm_kms, sigmas: 2, above: 1}", "sigmas"),
    ],
)
def test_a_condition_must_say_something(leaf: str, word: str) -> None:
    assert word in refused(swap("{diagnostic: ha_em, quantity: fwhm_kms, below: 250}", leaf))


def test_a_rule_may_not_rest_on_another_rule() -> None:
    text = swap(
        "{diagnostic: ha_em, quantity: fwhm_kms, below: 250}", "{diagnostic: nebular, above: 0}"
    )
    assert "'nebular'" in refused(text)


def test_an_index_may_only_lean_on_an_earlier_diagnostic() -> None:
    gm = (resources.data("tasks") / "gm.yaml").read_text(encoding="utf-8")
    message = refused(gm.replace("minus: [0.50, 0.47, tio5]", "minus: [0.50, 0.47, cah_6385]"))
    assert "diagnostics[7].minus" in message


def test_unknown_groups_and_marks_are_refused() -> None:
    gm = (resources.data("tasks") / "gm.yaml").read_text(encoding="utf-8")
    assert "m_type, red, gravity" in refused(gm.replace("group: m_type", "group: m_typ", 1))
    assert "cah2" in refused(gm.replace("marks: [cah2", "marks: [cah_2"))


@pytest.mark.parametrize(
    ("raw", "line", "word"),
    [
        (b"", 1, "empty"),
        (b"\n# only a comment\n", 1, "empty"),
        (b"just words", 1, "fields of a task"),
        (b"- a\n- b\n", 1, "fields of a task"),
        (b"key: cv\nname: caf\xe9\n", 2, "UTF-8"),
        (b"key: cv\n\tname: x\n", 2, "spaces"),
        (b"key: cv\nname: a: b\n", 2, "not YAML"),
        (b"key: [cv\n", 1, "not YAML"),
        (b"key: cv\n---\nkey: cc\n", 2, "not YAML"),
        (b"key: cv\nkey: cc\n", 2, "twice"),
        (b"a: &x [1]\nb: *x\n", 1, "alias"),
        (b"a: !!python/object:os.system {}\n", 1, ""),
        (b"a: !mine 3\n", 1, "tag"),
        (b"[1, 2]: 3\n", 1, "field name"),
        (b"\x00\x01\x02", 1, "not YAML"),
        (b"SIMPLE  =                    T / FITS" + b" " * 80, 1, "fields of a task"),
        (b"[" * 5000, 1, ""),
        (b"a:\n" + b"".join(b" " * n + b"a:\n" for n in range(1, 60)), 42, "deep"),
        (b"x" * (LARGEST_FILE + 1), 1, "larger than"),
    ],
)
def test_files_that_are_no_task(tmp_path: Path, raw: bytes, line: int, word: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_bytes(raw)
    with pytest.raises(TaskFileError) as caught:
        load_task(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:{line}:")
    assert word in message
    assert "\n" not in message


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "be.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert load_task(path).key == "be"


def test_windows_line_ends_do_no_harm() -> None:
    assert task_from_text(TEXT.replace("\n", "\r\n"), "x").hash == task_from_text(TEXT, "x").hash


@pytest.mark.parametrize("name", ["missing.yaml", "folder"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(TaskFileError, match="cannot be read"):
        load_task(tmp_path / name)


def test_words_stay_words() -> None:
    """YAML 1.1 reads NO as false, 12:30 as 750 and 1_000 as a number; here they are text."""
    text = swap("name: Be star", "name: NO 12:30")
    assert task_from_text(text, "x").name == "NO 12:30"
    assert "found '1_000'" in refused(swap("version: 1 ", "version: 1_000 "))
    assert task_from_text(swap("name: Be star", "name: on"), "x").name == "on"


def test_own_tasks_add_and_replace(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(swap("name: Be star", "name: My Be"), "utf-8")
    (tmp_path / "new.yml").write_text(swap("key: be", "key: be-2"), "utf-8")
    (tmp_path / "notes.txt").write_text("no task", "utf-8")
    (tmp_path / ".hidden.yaml").write_text("no task", "utf-8")
    tasks = load_tasks(tmp_path)
    assert set(tasks) == {"be", "be-2", "cc", "cv", "gm", "ss", "wd"}
    assert tasks["be"].name == "My Be"


def test_two_own_files_with_one_key_are_refused(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(TEXT, "utf-8")
    with pytest.raises(TaskFileError, match=r"b\.yaml:\d+: field 'key'.*a\.yaml"):
        load_tasks(tmp_path)


def test_a_folder_that_is_missing_or_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    for name in ("missing", "file"):
        with pytest.raises(TaskFileError, match="task folder"):
            load_tasks(tmp_path / name)


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["YES", "air", "emission", "rule", ".inf", "1e309", "-0", "~", "<<", "tio5"]),
)
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


def attempt(text: str) -> None:
    """Loads or refuses in one line; anything else fails the test."""
    refusal = ""
    try:
        assert task_from_text(text, "own.yaml").hash
    except TaskFileError as error:
        refusal = str(error)
    assert not refusal or refusal.startswith("own.yaml:")
    assert len(refusal.splitlines()) <= 1


def paths(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        children: list[tuple[object, object]] = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    else:
        children = []
    return found + [deep for key, child in children for deep in paths(child, (*path, key))]


DOCUMENTS = {
    key: yaml.safe_load((resources.data("tasks") / f"{key}.yaml").read_text(encoding="utf-8"))
    for key in ("cv", "gm")
}
PATHS = {key: paths(document) for key, document in DOCUMENTS.items()}


def replaced(value: object, path: tuple[object, ...], new: object) -> object:
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {k: replaced(v, rest, new) if k == head else v for k, v in value.items()}
    assert isinstance(value, list)
    return [replaced(v, rest, new) if i == head else v for i, v in enumerate(value)]


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(chosen=st.data(), new=VALUES)
def test_any_value_in_any_place_is_loaded_or_refused(chosen: st.DataObject, new: object) -> None:
    key = chosen.draw(st.sampled_from(sorted(DOCUMENTS)))
    path = chosen.draw(st.sampled_from(PATHS[key]))
    document = replaced(DOCUMENTS[key], path, new)
    attempt(yaml.dump(document, Dumper=DUMPER, allow_unicode=True))


def cut_out(text: str, start: int, length: int, insert: str) -> str:
    return text[:start] + insert + text[start + length :]


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    start=st.integers(0, len(TEXT)),
    length=st.integers(0, 200),
    insert=st.text(max_size=10) | st.sampled_from(["\t", "&a ", "*a", "!x ", "[", "\x85", "- "]),
)
def test_any_cut_or_insertion_is_loaded_or_refused(start: int, length: int, insert: str) -> None:
    attempt(cut_out(TEXT, start, length, insert))


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8")) | st.text("[]{}:-,&*!|>'\"%@`#? \n\tab1"))
def test_any_text_is_refused_or_loaded(text: str) -> None:
    attempt(text)
