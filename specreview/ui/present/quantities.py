"""Numbers as people read them: true minus, thin spaces, units, UTC."""

from datetime import UTC, datetime

from specreview.measure.measurement import Measurement

MINUS = "−"
THIN = "\u2009"
DASH = "–"


def count(number: int) -> str:
    """1 240, with a thin space from four digits on."""
    return f"{number:,}".replace(",", THIN).replace("-", MINUS)


def counted(number: int, what: str) -> str:
    """1 row, 2 rows, 1 240 rows."""
    return f"{count(number)} {what}{'' if number == 1 else 's'}"


def fixed(value: float | None, digits: int, missing: str = "unknown") -> str:
    """A decimal number with a true minus sign."""
    return missing if value is None else f"{value:.{digits}f}".replace("-", MINUS)


def signed(value: float, digits: int) -> str:
    """With its sign always shown."""
    return f"{value:+.{digits}f}".replace("-", MINUS)


def percent(share: float) -> str:
    """14.8 %, of a share in [0, 1]."""
    return f"{100 * share:.1f}{THIN}%"


def span(lower: float, upper: float, unit: str = "Å") -> str:
    """6400–6730 Å."""
    return f"{lower:.0f}{DASH}{upper:.0f} {unit}"


def clock(moment: str | None) -> str:
    """HH:MM:SS of an ISO time, in UTC; empty for None."""
    if not moment:
        return ""
    return datetime.fromisoformat(moment).astimezone(UTC).strftime("%H:%M:%S")


def minutes(seconds: float) -> str:
    """4:10, or 1:02:33."""
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02d}:{rest % 60:02d}"
    return f"{rest // 60}:{rest % 60:02d}"


def duration(seconds: float) -> str:
    """About how long: "39 min", "2 h 5 min", "under 1 min"."""
    whole = round(seconds / 60)
    if whole < 1:
        return "under 1 min"
    return f"{whole} min" if whole < 60 else f"{whole // 60} h {whole % 60} min"


def angle(arcsec: float) -> str:
    """As in 4.2″, 12.5′ or 86.1°."""
    for factor, sign in ((1.0, "″"), (60.0, "′")):
        if arcsec < 60.0 * factor:
            return f"{fixed(arcsec / factor, 1)}{sign}"
    return f"{fixed(arcsec / 3600.0, 1)}°"


def size(n_bytes: int) -> str:
    """14 kB, 3.2 MB (powers of ten)."""
    if n_bytes < 1000:
        return f"{n_bytes} B"
    if n_bytes < 1_000_000:
        return f"{n_bytes / 1000:.0f} kB"
    if n_bytes < 1_000_000_000:
        return f"{n_bytes / 1e6:.1f} MB"
    return f"{n_bytes / 1e9:.1f} GB"


def sexagesimal(ra: float, dec: float) -> str:
    """23:33:25.92 +15:22:22.2 of ICRS degrees, rounded (never :60)."""
    hundredths = round(ra % 360 / 15 * 360_000) % 8_640_000
    h, rest = divmod(hundredths, 360_000)
    m, s = divmod(rest, 6000)
    tenths = round(abs(dec) * 36_000)
    d, below = divmod(tenths, 36_000)
    arcmin, arcsec = divmod(below, 600)
    sign = MINUS if dec < 0 else "+"
    return f"{h:02d}:{m:02d}:{s / 100:05.2f} {sign}{d:02d}:{arcmin:02d}:{arcsec / 10:04.1f}"


def named(measured: Measurement) -> str:
    """As in "Continuum slope −2.30 ± 0.16": a label and its value, no word said twice."""
    value = measured.sentence()
    quantity = value.partition(" ")[0]
    return f"{measured.label.removesuffix(f' {quantity}')} {value}"
