"""What `specreview serve` hands to `streamlit run`: the pages; pictures and objects by URL."""

from streamlit.starlette import App

from specreview.resources import app_script
from specreview.ui.object_route import object_routes
from specreview.ui.picture_route import picture_routes

app = App(app_script(), routes=[*picture_routes(), *object_routes()])
