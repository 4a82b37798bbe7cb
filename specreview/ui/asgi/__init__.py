"""The served application; `specreview_app.py` alone lies here, for its folder joins `sys.path`."""
