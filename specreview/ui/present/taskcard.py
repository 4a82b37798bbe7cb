"""The task card: the question, what to look for, look-alikes, policy for border cases."""

from html import escape

from specreview.tasks.task import VettingTask


def task_card(task: VettingTask) -> str:
    """The whole card as HTML; every word of the task file is escaped."""
    parts = [
        f'<div class="card-head"><b>{escape(task.key.upper())}: what to look for</b> '
        f'<span class="muted">task version {task.version}</span></div>',
        f"<p>{escape(task.question)}</p>",
        _sentences("Primary", task.indicators.primary),
        _sentences("Secondary", task.indicators.secondary),
        _pairs("Look-alikes", [(a.name, a.tell_apart) for a in task.look_alikes]),
        _pairs("Border cases", [(b.case, f"{b.answer}: {b.why}") for b in task.border_cases]),
    ]
    return f'<div class="task-card">{"".join(parts)}</div>'


def _sentences(title: str, sentences: tuple[str, ...]) -> str:
    if not sentences:
        return ""
    lines = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return f"<h6>{escape(title)}</h6>{lines}"


def _pairs(title: str, pairs: list[tuple[str, str]]) -> str:
    if not pairs:
        return ""
    cells = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in pairs)
    return f'<h6>{escape(title)}</h6><dl class="pairs">{cells}</dl>'
