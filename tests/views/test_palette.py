"""Text can be read on its ground in both themes."""

import re
from dataclasses import fields

import pytest

from specreview.views.palette import DARK, LIGHT, palette


def luminance(colour):
    """Relative luminance by WCAG 2.1."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_colour_has_the_contrast_of_body_text(theme):
    grounds = [theme.ground, theme.panel_ground]
    for text in (theme.ink, theme.muted, theme.supported, theme.contradicted, theme.warned):
        assert min(contrast(text, ground) for ground in grounds) >= 4.5, text
    assert contrast(theme.supported, theme.supported_tint) >= 4.5
    assert contrast(theme.contradicted, theme.contradicted_tint) >= 4.5
    assert contrast(theme.unmeasured, theme.unmeasured_tint) >= 4.5
    assert contrast(theme.on_window, theme.window) >= 4.5
    assert contrast(theme.window, theme.ground) >= 4.5
    assert contrast(theme.marks, theme.ground) >= 3


def test_every_colour_is_css_and_themes_differ():
    for theme in (LIGHT, DARK):
        for field in fields(theme):
            value = getattr(theme, field.name)
            assert re.fullmatch(r"#[0-9A-F]{6}|rgba\(\d+,\d+,\d+,\.\d+\)", value), field.name
    assert palette(dark=True) is DARK
    assert palette(dark=False) is LIGHT
