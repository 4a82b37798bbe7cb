"""The page of one object: one HTML file that needs no network and lets nothing in or out."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files

from specreview.report.chart import charts
from specreview.report.colours import colour_sheet
from specreview.report.decisions import decisions, standing
from specreview.report.facts import object_facts, provenance
from specreview.report.markup import facts, section, tag
from specreview.report.steps import steps
from specreview.report.subject import Subject
from specreview.report.verdict import inspector, verdict, verdict_word


def object_page(subject: Subject) -> bytes:
    """The whole file, UTF-8.

    Its policy allows the one style sheet and the one script that are written here, by their
    hashes, and pictures that lie in the page; every request is forbidden.
    """
    style, script = colour_sheet() + _shipped("page.css"), _shipped("page.js")
    name = f"{subject.candidate.object_id} in {subject.queue.name}"
    html = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, script)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(name)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"{_head(subject)}\n<main>\n{_body(subject)}\n</main>\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )
    return html.encode("utf-8", "replace")  # a lone surrogate in foreign text is no letter


def _shipped(name: str) -> str:
    return (files("specreview.report") / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    return (
        "default-src 'none'; img-src data:; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _head(subject: Subject) -> str:
    """Which object, what was asked, what people and the inspector said."""
    task, inspected = subject.task, subject.inspected
    asked = (
        f"task {subject.candidate.task_key}, which is not loaded"
        if task is None
        else (f"{task.key.upper()}: {task.question}")
    )
    said = (
        "not inspected"
        if inspected is None
        else (f"{verdict_word(inspected.trace)}, by {inspector(inspected.trace)}")
    )
    summary = facts([
        ("queue", subject.queue.name),
        ("task", asked),
        ("answer", standing(subject)),
        ("state", subject.state),
        ("inspector's verdict", said),
    ])  # fmt: skip
    toggle = '<button type="button" id="theme" hidden>Dark</button>'
    return f"<header>{tag('h1', subject.candidate.object_id)}{toggle}{summary}</header>"


def _body(subject: Subject) -> str:
    inspected = subject.inspected
    looked = "" if inspected is None else verdict(inspected)
    shown = "" if inspected is None else steps(subject, inspected)
    return "\n".join(
        [
            section("spectrum", "Spectrum", _spectrum(subject)),
            section("object", "Object and file", object_facts(subject)),
            section("verdict", "Inspector's verdict", looked),
            section("trace", "Trace, step by step", shown),
            section("decisions", "Decisions", decisions(subject)),
            section("provenance", "Provenance", provenance(subject)),
        ]
    )


def _spectrum(subject: Subject) -> str:
    if subject.sight is None or subject.task is None:
        return tag("p", subject.trouble, "missing")
    return charts(subject, subject.task, subject.sight)
