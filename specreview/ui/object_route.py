"""The page of one object by URL: `/objects/<number>.html`, made when it is asked for."""

import re

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from specreview.errors import NotFound, SpecreviewError
from specreview.reporting import page_of
from specreview.ui.present.export import safe_name
from specreview.ui.room import open_workspace, place

_NAME = re.compile(r"(\d{1,18})\.html")
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

_routed = False


def object_routes() -> list[Route]:
    """The route, for the served app alone: `streamlit run app.py` has none."""
    global _routed
    _routed = True
    return [Route("/objects/{name:path}", _object, methods=["GET"])]


def object_url(candidate_id: int) -> str:
    """Where a candidate's page is; "" where there is no route."""
    return f"/objects/{int(candidate_id)}.html" if _routed else ""


def _object(request: Request) -> Response:
    """The page, or a refusal in words. Starlette runs it in a thread of its pool."""
    named = _NAME.fullmatch(str(request.path_params["name"]))
    if named is None:
        return _refusal("not a candidate's number and .html; open the page from Review", 404)
    try:
        workspace = open_workspace(*place())
        candidate = workspace.store.queues.candidate(int(named[1]))
        content = page_of(workspace, candidate.id)
    except NotFound as error:
        return _refusal(str(error), 404)
    except SpecreviewError as error:
        return _refusal(str(error), 503)
    shown = f'inline; filename="{safe_name(candidate.object_id)}.html"'
    headers = {**_HEADERS, "Content-Disposition": shown}
    return Response(content, media_type="text/html", headers=headers)


def _refusal(words: str, status: int) -> Response:
    return PlainTextResponse(words + "\n", status, headers=_HEADERS)
