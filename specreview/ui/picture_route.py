"""The pictures of the traces by URL: `/pictures/<sha256>.png`, the bytes as they are stored."""

import re
from base64 import b64encode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from specreview.errors import SpecreviewError
from specreview.store import Store
from specreview.ui.present.picture import picture_url
from specreview.ui.room import open_workspace, place

_NAME = re.compile(r"([0-9a-f]{64})\.png")
_FOR_GOOD = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
}
"""What lies under a hash never changes: the browser asks once."""


_routed = False


def picture_routes() -> list[Route]:
    """The one route that the served app has beside Streamlit's own."""
    global _routed
    _routed = True
    return [Route("/pictures/{name:path}", _picture, methods=["GET"])]


def source(store: Store, sha256: str) -> str:
    """Where a page gets the picture; "" where there is none.

    `streamlit run app.py` serves no route: there the picture itself is in the page.
    """
    if _routed:
        return picture_url(sha256)
    png = store.traces.image(sha256)
    return f"data:image/png;base64,{b64encode(png).decode()}" if png else ""


def _picture(request: Request) -> Response:
    """The picture, or a refusal in words. Starlette runs it in a thread of its pool."""
    named = _NAME.fullmatch(str(request.path_params["name"]))
    if named is None:
        return _refusal("not a picture's name; it is 64 hexadecimal digits and .png", 404)
    try:
        png = open_workspace(*place()).store.traces.image(named[1])
    except SpecreviewError as error:
        return _refusal(str(error), 503)
    if png is None:
        return _refusal("this picture is not in the database of this workspace", 404)
    return Response(png, media_type="image/png", headers=_FOR_GOOD)


def _refusal(words: str, status: int) -> Response:
    return PlainTextResponse(words + "\n", status, headers={"Cache-Control": "no-store"})
