"""What a file's name says by the surveys' own rules."""

import re

LAMOST_NAME = re.compile(r"(spec|med)-\d{5}-\w+_sp\d\d-\d{3}\.fits(\.gz)?")
_SDSS_NAME = re.compile(
    r"spec-\d{4,5}-\d{5}-\d{4}\.fits(\.gz)?"
    r"|spSpec-\d{5}-\d{4}-\d{3}\.fits?(\.gz)?"  # before DR8
    r"|spec-\d{5,6}-\d{5}-\d{5,}\.fits(\.gz)?"  # SDSS-V: field, MJD, CATALOGID
)
_DESI_NAME = re.compile(r"(coadd|spectra)-\w+-\w+-\d+\.fits(\.gz)?")
_RULES = ((LAMOST_NAME, "LAMOST"), (_SDSS_NAME, "SDSS"), (_DESI_NAME, "DESI"))


def survey_named(name: str) -> str | None:
    """The survey whose rule `name` follows, None where it follows none."""
    return next((survey for rule, survey in _RULES if rule.fullmatch(name)), None)
