"""What another program's words mean under a task: said by a person, guessed only where plain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from specreview.errors import AnswersError
from specreview.review.decision import UNSURE


@dataclass(frozen=True)
class Meaning:
    """Values that mean the task's positive label, its other one, and UNSURE.

    Compared without regard to case; `*` stands for any letters, so "M*" takes M0 to M9. A value
    that is written out wins over one with a star.
    """

    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()

    def answer(
        self, value: str, labels: Sequence[str], usual: Mapping[str, str] | None = None
    ) -> str | None:
        """The label (or UNSURE) that `value` means, None where nobody said.

        `labels` are the task's, positive first. Without a word from a person a value means
        itself, where it is a label or UNSURE, and what `usual` says.

        Raises
        ------
        AnswersError
            When two options claim the value, or the task has more labels than yes and no.
        """
        told = self._told(value, labels)
        if told is not None:
            return told
        plain = {label.lower(): label for label in (UNSURE, *labels)}
        plain |= {known.lower(): meant for known, meant in (usual or {}).items()}
        return plain.get(value.strip().lower())

    def _told(self, value: str, labels: Sequence[str]) -> str | None:
        for matches in (_written_out, fnmatchcase):
            found = [
                label
                for label, patterns in self._by_label(labels).items()
                if any(matches(value.strip().lower(), pattern.lower()) for pattern in patterns)
            ]
            if len(found) > 1:
                raise AnswersError(f"{value} is said to mean {' and '.join(found)}; say one")
            if found:
                return found[0]
        return None

    def _by_label(self, labels: Sequence[str]) -> dict[str, tuple[str, ...]]:
        if self.no and len(labels) != 2:
            raise AnswersError(
                f"--no: the task has the labels {', '.join(labels)}; values must be such a label"
            )
        said = {labels[0]: self.yes, UNSURE: self.unsure}
        return said | {labels[1]: self.no} if self.no else said

    def unmet(self, values: Sequence[str]) -> list[str]:
        """The patterns that no value of the file matches."""
        lowered = [value.lower() for value in values]
        return [
            pattern
            for pattern in (*self.yes, *self.no, *self.unsure)
            if not any(fnmatchcase(value, pattern.lower()) for value in lowered)
        ]


def _written_out(value: str, pattern: str) -> bool:
    return value == pattern
