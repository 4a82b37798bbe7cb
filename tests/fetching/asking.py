"""Asks `specreview fetch`, and reads what it says."""

import json

from tests.builders import commanded


def fetch(tmp_path, folder, *arguments):
    """Exit code, the JSON that is printed, and stderr."""
    code, out, error = commanded(
        "fetch", *arguments, "--to", folder, "--workspace", tmp_path, "--json"
    )
    return code, json.loads(out) if out else {}, error


def states(told):
    return [(one["state"], one["id"]) for one in told["spectra"]]
