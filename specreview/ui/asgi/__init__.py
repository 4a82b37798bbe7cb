"""The served application, and how it is started; this folder joins `sys.path` while it serves."""
