"""Seen elsewhere: how many other spectra have something at one observed wavelength, and which."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.elsewhere.features import Expected, Feature, expected_at
from specreview.elsewhere.index import PeakIndex, Standing, steps_for
from specreview.elsewhere.likeness import Likeness, Shared, likeness, shared_features
from specreview.elsewhere.scopes import Mask, Scope, scopes_of
from specreview.elsewhere.whence import Whence
from specreview.tasks.task import VettingTask

_BLOCKS = (3, 18)
"""Places of the same width to either side, from 660 km/s on, for what chance brings."""

_PLACES = 2 * (_BLOCKS[1] - _BLOCKS[0] + 1)

NEIGHBOURS = 8


@dataclass(frozen=True)
class Count:
    """In `has` of `could` other spectra of a scope; `chance` is the mean count near by."""

    scope: str
    words: str
    has: int
    could: int
    chance: float
    part: bool


@dataclass(frozen=True)
class Neighbour:
    """Another spectrum that has it: its |S/N| there and which scopes both share."""

    candidate_id: int
    strength: float
    shares: tuple[str, ...]


@dataclass(frozen=True)
class Seen:
    """A feature of one spectrum in the company of the others.

    `rest` is the count outside each part, in the order of `counts`.
    """

    feature: Feature
    expected: Expected
    counts: tuple[Count, ...]
    rest: tuple[tuple[int, int], ...]
    likeness: Likeness
    neighbours: tuple[Neighbour, ...]

    @property
    def queue(self) -> Count:
        return self.counts[0]


@dataclass(frozen=True)
class Subject:
    """The spectrum in question: its id, survey, place and own features."""

    candidate_id: int
    survey: str
    whence: Whence
    task: VettingTask
    redshift: float | None
    features: tuple[Feature, ...]


@dataclass(frozen=True, eq=False)
class Ground:
    """What all questions about one spectrum share: its scopes, and what it shares with others."""

    scopes: tuple[Scope, ...]
    shared: Shared


def ground_of(index: PeakIndex, subject: Subject) -> Ground:
    """Prepare to ask about a spectrum's features."""
    scopes = scopes_of(index, subject.candidate_id, subject.survey, subject.whence)
    return Ground(scopes, shared_features(index, subject.features))


def seen_elsewhere(index: PeakIndex, subject: Subject, feature: Feature, ground: Ground) -> Seen:
    """Count the other spectra by scope, and list those nearest to this one."""
    tolerance = steps_for(feature.half_width_kms)
    standing = index.standing(feature.wavelength, feature.sign, tolerance)
    scopes, whole = ground.scopes, ground.scopes[0].members
    near = index.owners_near(feature.wavelength, feature.sign, tolerance, _BLOCKS)
    return Seen(
        feature,
        expected_at(feature, subject.task, subject.survey, subject.redshift),
        tuple(_count(scope, standing, near) for scope in scopes),
        tuple(_numbers(standing, whole & ~scope.members) for scope in scopes),
        likeness(index, ground.shared, feature, standing.has & whole, whole),
        _neighbours(index, scopes, standing),
    )


def _numbers(standing: Standing, members: Mask) -> tuple[int, int]:
    return int(np.sum(standing.has & members)), int(np.sum(standing.could & members))


def _count(scope: Scope, standing: Standing, near: NDArray[np.int32]) -> Count:
    has, could = _numbers(standing, scope.members)
    chance = float(np.count_nonzero(scope.members[near])) / _PLACES
    return Count(scope.name, scope.words, has, could, min(chance, could), scope.part)


def _neighbours(
    index: PeakIndex, scopes: tuple[Scope, ...], standing: Standing
) -> tuple[Neighbour, ...]:
    """Those that share most scopes first, then the strongest."""
    places = np.flatnonzero(standing.has & scopes[0].members)
    parts = [scope for scope in scopes if scope.part]
    shared = np.zeros(places.size)
    for scope in parts:
        shared += scope.members[places]
    order = np.lexsort((index.candidates[places], -standing.strength[places], -shared))
    return tuple(
        Neighbour(
            int(index.candidates[place]),
            float(standing.strength[place]),
            tuple(scope.name for scope in parts if scope.members[place]),
        )
        for place in places[order[:NEIGHBOURS]].tolist()
    )
