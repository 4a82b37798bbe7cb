"""Which heads a band must show before a claim of it is supported.

One ratio is lowered by much that is no band: Fe II 5169 in emission in the reference window of C2
5166, He I 7067 in that of TiO5, CaH2 and CaH3, TiO where C2 4738 or CN 7065 would be, lines of
giants at ZrO 6476. A second head, or the molecule that goes with it, is what none of them imitates.
"""

from collections.abc import Callable, Sequence

from specreview.measure.claims.band_heads import Head, measured_head
from specreview.measure.claims.band_table import BandSpec
from specreview.measure.claims.gauges import Gauges

_C2_BROAD = BandSpec("c2", 5166.6, (5110.0, 5160.0), (5192.0, 5235.0), 0.77, 0.84, "C2 5166 broad")
"""The carbon star task's own window of that head: beyond the reach of Fe II 5169."""


class Witnesses:
    """The heads of one spectrum, asked for what speaks for a molecule."""

    def __init__(self, gauges: Gauges, table: Sequence[BandSpec]) -> None:
        self._gauges = gauges
        self._table = table

    def missing(self, species: str) -> Head | None:
        """The head that would have to be there and is not; None where the molecule is held."""
        held = _HELD.get(species)
        return None if held is None else held(self)

    def head(self, species: str, place: float) -> Head:
        """The head of a species nearest to `place`, vacuum Å; the shipped tasks have them all."""
        own = [spec for spec in self._table if spec.species == species]
        return measured_head(min(own, key=lambda spec: abs(spec.head - place)), self._gauges)

    def others(self, first: Head) -> list[Head]:
        """All other heads of the species."""
        own = [spec for spec in self._table if spec.species == first.spec.species]
        return [measured_head(spec, self._gauges) for spec in own if spec != first.spec]

    def broad_c2(self) -> Head:
        """The band below 5166 Å in wider windows than its edge."""
        return measured_head(_C2_BROAD, self._gauges)


def _beside(first: Head, others: Sequence[Head]) -> Head | None:
    """A telling head needs another; where it is not measured, two others stand for it."""
    if first.state == "absent" or _above(first):
        return first
    if first.state == "unknown":
        return None if sum(head.state == "there" for head in others) > 1 else first
    return None if any(head.shows for head in others) else _against(others)


def _above(head: Head) -> bool:
    """Whether a ratio that is too uncertain to set a limit lies above that of no band at all."""
    ratio = head.ratio
    return ratio is not None and ratio.value - 2.0 * ratio.error > head.spec.absent


def _against(heads: Sequence[Head]) -> Head:
    """The head to name: one that is absent, if any."""
    return next((head for head in heads if head.state == "absent"), heads[0])


def _c2(asked: Witnesses) -> Head | None:
    first = asked.head("c2", 5166.6)
    others = [asked.head("c2", place) for place in (4738.4, 5637.1)]
    if first.shows and all(head.state == "unknown" for head in others):
        others = [asked.broad_c2()]
        return None if others[0].state == "there" else others[0]
    return _beside(first, others)


def _tio(asked: Witnesses) -> Head | None:
    """TiO at 6161 Å is enough where deep. A faint one needs its like at 5449 Å or a faint TiO5: a
    deep TiO5 beside it is no TiO's (Wolf-Rayet stars).
    """
    first = asked.head("tio", 6160.7)
    if first.state == "there":
        return None
    if first.state != "some":
        return _beside(first, asked.others(first))
    blue, red = asked.head("tio", 5449.5), asked.head("tio", 7056.1)
    return None if blue.shows or red.state == "some" else _against([blue, red])


def _zro(asked: Witnesses) -> Head | None:
    first = asked.head("zro", 6475.8)
    return _beside(first, asked.others(first))


def _cah(asked: Witnesses) -> Head | None:
    """Both indices of dwarfs, and CaH 6385, in whose windows no He I lies, or TiO."""
    indices = [asked.head("cah", place) for place in (6831.9, 6976.9)]
    if any(head.state == "absent" for head in indices) or not any(h.shows for h in indices):
        return _against(indices)
    edge = asked.head("cah", 6383.8)
    return None if edge.state == "there" or _tio(asked) is None else edge


def _cn(asked: Witnesses) -> Head | None:
    """CN at 7880 Å beside C2: VO and TiO imitate it in M giants. A faint one needs 7065 Å too."""
    first, second = asked.head("cn", 7876.0), asked.head("cn", 7067.0)
    if first.state == "some" and not second.shows:
        return second
    return _c2(asked) if first.shows else first


def _lao(asked: Witnesses) -> Head | None:
    """LaO of S stars, beside ZrO."""
    return _zro(asked)


def _mgh(asked: Witnesses) -> Head | None:
    """MgH, unless C2 fills its window."""
    edge = asked.head("c2", 5166.6)
    return edge if edge.state == "there" else None


_HELD: dict[str, Callable[[Witnesses], Head | None]] = {
    "c2": _c2,
    "tio": _tio,
    "tio5": _tio,
    "zro": _zro,
    "cah": _cah,
    "cn": _cn,
    "lao": _lao,
    "mgh": _mgh,
}
