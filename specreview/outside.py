"""Settings of what may leave the app: requests to services, words to other programs."""

from pydantic import BaseModel, ConfigDict, Field

URL = r"^https?://[^/@\s]+(/[^@\s]*)?$"
NAME = r"^[A-Za-z_][A-Za-z0-9_]{0,99}$"
ADDRESS = "http:// or https:// with a host, and no user name or password in it"
VARIABLE = "the NAME of an environment variable, never the key itself"
_TEMPLATE = "http:// or https:// with {obsid} in it, and {token} where a token belongs"

_LAMOST = "https://www.lamost.org/openapi/dr10/v2.0/lrs"


class FetchSettings(BaseModel):
    """Where spectra may be fetched from, and whether at all: nothing is, unless `allowed`.

    `pause` is the least time in seconds between two requests. `lamost_token_env` names the
    environment variable with the token; the token itself is kept nowhere.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    allowed: bool = False
    pause: float = Field(default=1.0, ge=0, le=60)
    sdss_url: str = Field(default="https://data.sdss.org/sas", pattern=URL, description=ADDRESS)
    sdss_release: str = Field(
        default="dr17",
        pattern=r"^dr(9|1[2-9]|20)$",
        description="dr9 or dr12 to dr20; spectra of SDSS-V are in dr18, dr19 and dr20",
    )
    skyserver_url: str = Field(
        default="https://skyserver.sdss.org", pattern=URL, description=ADDRESS
    )
    sparcl_url: str = Field(
        default="https://astrosparcl.datalab.noirlab.edu", pattern=URL, description=ADDRESS
    )
    desi_release: str = Field(
        default="DESI-DR1",
        pattern=r"^DESI-[A-Z0-9]+$",
        description="a data set of SPARCL, such as DESI-DR1 or DESI-EDR",
    )
    lamost_url: str = Field(
        default=_LAMOST + "/spectrum/fits?obsid={obsid}&token={token}",
        pattern=r"^https?://[^/@\s]+/[^@\s]*\{obsid\}[^@\s]*$",
        description=_TEMPLATE,
    )
    lamost_search_url: str = Field(
        default=_LAMOST
        + "/voservice/conesearch?ra={ra}&dec={dec}&sr={degrees}&output.fmt=csv&token={token}",
        pattern=r"^https?://[^/@\s]+/[^@\s]*\{ra\}[^@\s]*\{dec\}[^@\s]*\{degrees\}[^@\s]*$",
        description="http:// or https:// with {ra}, {dec} and {degrees} in it, in this order",
    )
    lamost_token_env: str | None = Field(default=None, pattern=NAME, description=VARIABLE)


class SampSettings(BaseModel):
    """Whether the app talks to other programs of this machine (TOPCAT, Aladin, ...) by SAMP."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    enabled: bool = False
