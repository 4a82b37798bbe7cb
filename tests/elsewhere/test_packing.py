"""Peaks survive being packed, as precisely as two pixels need."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from specreview.elsewhere.packing import pack, unpack
from specreview.elsewhere.peaks import Peaks
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

peak = st.tuples(st.floats(1001.0, 20_000.0), st.floats(4.0, 3000.0), st.sampled_from([1, -1]))


@given(st.lists(peak, max_size=40))
def test_wavelengths_within_half_a_step_and_a_few_bytes_a_peak(found):
    table = np.array([(w, s * sign) for w, s, sign in found]).reshape(-1, 2)
    covered = np.array([[3600.0, 5700.0], [5800.0, 9000.0]])
    packed = pack(Peaks(table[:, 0], table[:, 1], np.full(len(found), 4.7), covered))
    assert len(packed) == 3 + 5 * len(found) + 4 * 2
    back = unpack(packed)
    away = np.abs(back.wavelength / table[:, 0] - 1.0) * SPEED_OF_LIGHT_KMS
    assert np.all(away < 7.0)  # a tenth of a LAMOST or SDSS pixel of 69 km/s
    assert np.all(np.abs(back.snr - table[:, 1]) <= 0.051)
    assert np.allclose(back.covered, covered, rtol=3e-5)


def test_what_lies_outside_is_left_out_and_other_versions_are_not_read():
    peaks = Peaks(np.array([500.0, 6000.0]), np.array([9.0, 9.0]), np.ones(2), np.empty((0, 2)))
    packed = pack(peaks)
    assert unpack(packed).wavelength.size == 1
    assert unpack(b"\xff" + packed[1:]) is None
    assert unpack(b"") is None
