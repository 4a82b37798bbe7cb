"""One reading of angles in sixties for lists, pasted text and headers."""

import pytest

from specreview.spectra.sexagesimal import in_sixties


@pytest.mark.parametrize(
    ("text", "angle"),
    [
        ("10:31:51.2", 10.530889),
        ("10h31m51.2s", 10.530889),
        ("−00 30.5", -0.508333),
        ("+35°58'59\"", 35.983056),
        ("-00:00:36", -0.01),
        ("150.1 2.2", None),  # two numbers, no angle
        ("10:61:00", None),
        ("10:31:", None),
        ("nan 3", None),
        ("157.9633", None),
    ],
)
def test_an_angle_in_sixties(text: str, angle: float | None) -> None:
    assert in_sixties(text) == (None if angle is None else pytest.approx(angle, abs=1e-6))
