"""How Streamlit is set up for the app: `serve`, the tests and the benchmark use the same.

The colours are those of the charts (views.palette); CSS beside this file adds what the theme
options cannot say.
"""

from specreview.views.palette import Palette, palette

Option = str | int | bool

FONT_PIXELS = 14


def _colours(theme: str, colours: Palette) -> dict[str, Option]:
    """One theme's options, from the palette of the charts."""
    options: dict[str, Option] = {
        "primaryColor": colours.window,
        "backgroundColor": colours.ground,
        "secondaryBackgroundColor": colours.panel_ground,
        "textColor": colours.ink,
        "borderColor": colours.border,
        "linkColor": colours.window,
        "dataframeBorderColor": colours.border,
        "dataframeHeaderBackgroundColor": colours.panel_ground,
        "dataframeHeaderTextColor": colours.muted,
        "codeBackgroundColor": colours.panel_ground,
        "codeTextColor": colours.ink,
        "blueColor": colours.window,
        "greenColor": colours.supported,
        "redColor": colours.contradicted,
        "orangeColor": colours.warned,
    }
    return {f"theme.{theme}.{name}": value for name, value in options.items()}


STREAMLIT_OPTIONS: dict[str, Option] = {
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",  # else C, a key of ours, offers to clear the caches
    "client.showErrorDetails": "none",  # tracebacks go to the server's log
    "client.showErrorLinks": False,
    "client.showSidebarNavigation": False,  # that of the older kind of app, at the first load
    "runner.fastReruns": False,  # one script run a session at a time: keys keep their order
    "runner.postScriptGC": False,  # a full collection after each key costs the next one's time
    "server.enableWebsocketCompression": True,  # a third fewer bytes for some milliseconds
    "server.headless": True,
    "server.fileWatcherType": "none",
    "server.runOnSave": False,
    "theme.baseFontSize": FONT_PIXELS,
    "theme.baseRadius": "4px",
    "theme.buttonRadius": "4px",
    "theme.paddingTop": "4px",
    "theme.showWidgetBorder": True,
    "theme.linkUnderline": True,
    **_colours("light", palette(dark=False)),
    **_colours("dark", palette(dark=True)),
}
"""Option name to value, for `streamlit run --NAME=VALUE`."""
