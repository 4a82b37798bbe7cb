"""The palette's colours by role, so that one drawing is right on a light and on a dark ground."""

from dataclasses import fields

from specreview.views.palette import DARK, LIGHT, Palette

_ROLES = tuple(field.name for field in fields(Palette))
_ROLE_OF = {getattr(LIGHT, role): role.replace("_", "-") for role in reversed(_ROLES)}
"""Where two roles share a colour they do so in both themes: either name is right."""


def stroke(colour: str | None) -> str:
    """The class that draws lines in a colour of the light palette; "" for no line."""
    return f"s-{_ROLE_OF[colour]}" if colour else ""


def fill(colour: str | None) -> str:
    """The class that fills with a colour of the light palette; "" for none."""
    return f"f-{_ROLE_OF[colour]}" if colour else ""


def colour_sheet() -> str:
    """CSS: a variable a role, for both themes, and the classes that use them."""
    variables = "".join(
        f"--{role.replace('_', '-')}:light-dark({getattr(LIGHT, role)},{getattr(DARK, role)});"
        for role in _ROLES
    )
    classes = "".join(
        f".s-{name}{{stroke:var(--{name})}}.f-{name}{{fill:var(--{name})}}"
        for name in dict.fromkeys(_ROLE_OF.values())
    )
    return f":root{{{variables}}}\n{classes}\n"
