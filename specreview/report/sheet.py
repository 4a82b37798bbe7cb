"""Many spectra in small panels, page by page: a vector PDF, or a picture a page, for print.

Pages are drawn and written one after the other: a list of thousands takes no more memory than
one page.
"""

import io
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from specreview.report.sheet_panel import SMALL, TINY, draw_panel, fitted
from specreview.report.sheet_subject import SheetObject, SheetOptions
from specreview.views.recipe import default_style
from specreview.views.wording import flux_unit

_LEGEND = (
    "At the right: a person's answer and its confidence (0 to 4), else an inspector's verdict."
)

PAGE_MM = (210.0, 297.0)
_LEFT, _RIGHT, _TOP, _FOOT = 14.0, 8.0, 10.0, 19.0
_GAP_X, _GAP_Y = 10.0, 10.5
_MM, _POINTS = 1 / 25.4, 72 / 25.4
_PIXELS_AN_INCH = 220

_STYLE: dict[Any, Any] = {
    "pdf.fonttype": 42,
    "font.family": ["DejaVu Sans"],
    "path.simplify_threshold": 0.2,
}
"""TrueType fonts in the file, as journals ask for; what a line holds below 0.07 mm is left out."""

Watch = Callable[[int, int], None]


def unwatched(_done: int, _total: int) -> None:
    """Nobody looks on."""


class Sheet:
    """A sheet that is about to be drawn.

    Parameters
    ----------
    objects
        One a panel, taken as they are needed.
    total
        How many there are.
    options
        How it is drawn.
    title, about
        What the list is, at the head of each page; what made it, at the foot.
    """

    def __init__(
        self,
        objects: Iterable[SheetObject],
        total: int,
        options: SheetOptions,
        title: str,
        about: str,
    ) -> None:
        self._objects = iter(objects)
        self.total = total
        self.options = options
        self._title = title
        self._about = about

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.options.a_page))

    def pdf(self, watch: Watch = unwatched) -> bytes:
        """All pages in one PDF."""
        content = io.BytesIO()
        facts = {"Title": self._title, "Subject": self._about, "Creator": "specreview"}
        book = PdfPages(content, metadata=facts)
        for figure in self._figures(watch):
            with default_style(_STYLE):
                book.savefig(figure)  # type: ignore[no-untyped-call]
        with default_style(_STYLE):  # the fonts are written last
            book.close()  # type: ignore[no-untyped-call]
        return content.getvalue()

    def pictures(self, watch: Watch = unwatched) -> Iterator[bytes]:
        """A PNG a page."""
        for figure in self._figures(watch):
            content = io.BytesIO()
            with default_style(_STYLE):
                FigureCanvasAgg(figure).print_png(content)  # type: ignore[no-untyped-call]
            yield content.getvalue()

    def _figures(self, watch: Watch) -> Iterator[Figure]:
        for number in range(1, self.pages + 1):
            shown = list(islice(self._objects, self.options.a_page))
            with default_style(_STYLE):
                figure = self._page(number, shown)
            yield figure
            watch(min(number * self.options.a_page, self.total), self.total)

    def _page(self, number: int, shown: list[SheetObject]) -> Figure:
        """One page: panels from left to right and down, what it is above, units below."""
        options = self.options
        wide, tall = _panel_mm(options)
        figure = Figure(figsize=(PAGE_MM[0] * _MM, PAGE_MM[1] * _MM), dpi=_PIXELS_AN_INCH)
        for place, one in enumerate(shown):
            down, across = divmod(place, options.columns)
            left = _LEFT + across * (wide + _GAP_X)
            foot = PAGE_MM[1] - _TOP - (down + 1) * (tall + _GAP_Y)
            axes = figure.add_axes(_share(left, foot, wide, tall))
            draw_panel(axes, one, options, wide * _POINTS)
        page = f"page {number} of {self.pages}"
        _line(figure, _LEFT, PAGE_MM[1] - 6.0, self._title, SMALL + 1)
        _line(figure, PAGE_MM[0] - _RIGHT, PAGE_MM[1] - 6.0, page, SMALL, right=True)
        _line(figure, _LEFT, 12.2, f"{_axis(options)} {_units(shown)}", SMALL)
        _line(figure, _LEFT, 9.0, _LEGEND, SMALL)
        _line(figure, _LEFT, 6.0, self._about, TINY)
        return figure


def _panel_mm(options: SheetOptions) -> tuple[float, float]:
    """Width and height of a panel's axes."""
    wide = PAGE_MM[0] - _LEFT - _RIGHT - (options.columns - 1) * _GAP_X
    tall = PAGE_MM[1] - _TOP - _FOOT - options.rows * _GAP_Y
    return wide / options.columns, tall / options.rows


def _share(left: float, foot: float, wide: float, tall: float) -> tuple[float, float, float, float]:
    return left / PAGE_MM[0], foot / PAGE_MM[1], wide / PAGE_MM[0], tall / PAGE_MM[1]


def _line(
    figure: Figure, left: float, foot: float, text: str, size: float, *, right: bool = False
) -> None:
    room = (PAGE_MM[0] - _LEFT - _RIGHT) * _POINTS
    figure.text(
        left / PAGE_MM[0], foot / PAGE_MM[1], fitted(text, room, size), fontsize=size,
        ha="right" if right else "left", va="baseline", parse_math=False,
    )  # fmt: skip


def _axis(options: SheetOptions) -> str:
    """What the panels' axes are, in words."""
    smooth = f", running mean of {options.smoothing} pixels" if options.smoothing > 1 else ""
    if options.frame == "rest":
        frame = "rest wavelength (observed where z is not applied), vacuum (Å)"
    else:
        frame = "observed wavelength, vacuum (Å)"
    return f"Flux{smooth} against {frame}."


def _units(shown: Iterable[SheetObject]) -> str:
    """As in "Flux: LAMOST relative; SDSS 10⁻¹⁷ erg s⁻¹ cm⁻² Å⁻¹.": of the page's spectra."""
    origins = [one.spectrum.origin for one in shown if one.spectrum is not None]
    units = dict.fromkeys((one.survey, flux_unit(one.flux_unit)) for one in origins)
    told = "; ".join(f"{survey}: {unit}" for survey, unit in units)
    return f"Flux unit of {told}." if told else ""
