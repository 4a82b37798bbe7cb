"""The colours of charts and pages by role, for a light and a dark ground.

Neutral first: the flux is ink, everything else earns its colour, and a word or a shape always
says the same.  Blue, sky blue, bluish green, vermillion, orange and reddish purple are those of
Okabe and Ito (2008, "Color universal design"), darkened or lightened until text has a contrast of
4.5 or more.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """CSS colours of one theme.

    Attributes
    ----------
    ground, panel_ground
        Page and raised surface.
    ink, muted
        Text and flux; secondary text.
    rule, border, grid
        Axis lines, frames, grid lines.
    window, window_fill, on_window
        The inspector's windows, focus and primary buttons; their shade; text upon them.
    supported, supported_tint
        Measured and supported: text, and the tint under it.
    contradicted, contradicted_tint, marks
        Contradicted, errors, bad pixels: text, its tint, and marks in the chart.
    warned, warned_fill
        Sky lines and warned pixels: text and marks, and a shade.
    telluric_fill, sigma_fill
        Telluric bands and the 1σ band.
    known
        A known object, or another spectrum, laid over the data.
    ghost
        The raw flux behind a smoothed line.
    unmeasured, unmeasured_tint
        Not measurable, not checked.
    """

    ground: str
    panel_ground: str
    ink: str
    muted: str
    rule: str
    border: str
    grid: str
    window: str
    window_fill: str
    on_window: str
    supported: str
    supported_tint: str
    contradicted: str
    contradicted_tint: str
    marks: str
    warned: str
    warned_fill: str
    telluric_fill: str
    sigma_fill: str
    known: str
    ghost: str
    unmeasured: str
    unmeasured_tint: str


LIGHT = Palette(
    ground="#FFFFFF",
    panel_ground="#F3F5F7",
    ink="#1A1F26",
    muted="#565F6B",
    rule="#B9C0C8",
    border="#D3D8DE",
    grid="#E6E9ED",
    window="#0072B2",
    window_fill="rgba(0,114,178,.09)",
    on_window="#FFFFFF",
    supported="#00654B",
    supported_tint="#DDF1EA",
    contradicted="#9C3F00",
    contradicted_tint="#FBE7DA",
    marks="#C44F00",
    warned="#8F6200",
    warned_fill="rgba(230,159,0,.20)",
    telluric_fill="rgba(86,95,107,.13)",
    sigma_fill="rgba(26,31,38,.24)",
    known="#A0457A",
    ghost="rgba(26,31,38,.30)",
    unmeasured="#565F6B",
    unmeasured_tint="#ECEFF2",
)

DARK = Palette(
    ground="#14181D",
    panel_ground="#1D232A",
    ink="#E3E7EC",
    muted="#A6AFBB",
    rule="#4B5561",
    border="#3A424D",
    grid="#262D35",
    window="#56B4E9",
    window_fill="rgba(86,180,233,.14)",
    on_window="#14181D",
    supported="#5AD6AE",
    supported_tint="#12382D",
    contradicted="#FFA36B",
    contradicted_tint="#43240F",
    marks="#FF8A47",
    warned="#F0B93A",
    warned_fill="rgba(240,185,58,.24)",
    telluric_fill="rgba(166,175,187,.15)",
    sigma_fill="rgba(227,231,236,.28)",
    known="#E39BC6",
    ghost="rgba(227,231,236,.34)",
    unmeasured="#A6AFBB",
    unmeasured_tint="#2A313A",
)


def palette(*, dark: bool) -> Palette:
    """The colours of the dark or the light theme."""
    return DARK if dark else LIGHT
