"""The settings of the chosen inspector: widgets in, a mapping to lay over the settings out."""

from typing import Any

import streamlit as st

from specreview.settings import DEVICES, RELEASED_MODEL, LocalSettings, ServerSettings, Settings

DTYPES = ("auto", "float32", "bfloat16", "float16")
PROFILES = {
    "spec-o3": "spec-o3: the protocol as trained, in plain turns",
    "tools": "tools: native tool calls, for general models",
}
LABELS = {
    "model": "Model",
    "revision": "Revision",
    "device": "Device",
    "dtype": "Number format",
    "batch": "Inspections answered at a time",
    "max_new_tokens": "Tokens of one reply, at most",
    "temperature": "Temperature",
    "seed": "Seed",
    "base_url": "Address of the server",
    "profile": "Profile",
    "api_key_env": "Name of the variable with the key",
    "concurrency": "Inspections asked for at a time",
    "timeout": "Longest silence, s",
}
"""What each setting is called on the page; a refusal names it so."""


def of_inspector(name: str, settings: Settings) -> dict[str, Any]:
    """Draw the block of the inspector called `name`; {} for one that has none."""
    if name == "local":
        return {"local": _local(settings.local)}
    if name == "server":
        return {"server": _server(settings.server)}
    return {}


def _local(now: LocalSettings) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "model": _text(
            "local", "model", now.model, f"Hugging Face id such as {RELEASED_MODEL}, or a folder"
        ),
        "revision": _text(
            "local", "revision", now.revision, "Branch, tag or commit; empty for the newest"
        ),
    }
    left, right = st.columns(2)
    with left:
        chosen["device"] = (
            _text("local", "device", now.device, f"{DEVICES}; auto: a GPU where there is one")
            or "auto"
        )
        chosen["batch"] = _number(
            "local", "batch", now.batch, 1, 256, "Empty: as many as suit the device"
        )
    with right:
        chosen["dtype"] = st.selectbox(
            LABELS["dtype"],
            DTYPES,
            index=DTYPES.index(now.dtype),
            key="settings_local_dtype",
            help="auto: bfloat16 on a GPU; on a CPU float32 where it fits",
        )
        chosen["max_new_tokens"] = _number("local", "max_new_tokens", now.max_new_tokens, 16, 32768)
    return chosen | _decoding("local", now.temperature, now.seed)


def _server(now: ServerSettings) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "base_url": _text("server", "base_url", now.base_url, "Such as http://localhost:8000/v1"),
        "model": _text("server", "model", now.model, "The name under which the server lists it"),
        "api_key_env": _text(
            "server",
            "api_key_env",
            now.api_key_env,
            "The NAME of an environment variable that the app was started with; never the key. "
            "Empty where the server wants none",
        ),
    }
    profiles = list(PROFILES)
    chosen["profile"] = st.selectbox(
        LABELS["profile"],
        profiles,
        index=profiles.index(now.profile),
        format_func=lambda name: PROFILES[name],
        key="settings_server_profile",
    )
    left, right = st.columns(2)
    with left:
        chosen["concurrency"] = _number("server", "concurrency", now.concurrency, 1, 512)
        chosen["max_new_tokens"] = _number(
            "server", "max_new_tokens", now.max_new_tokens, 16, 32768
        )
    with right:
        chosen["timeout"] = st.number_input(
            LABELS["timeout"], 1.0, 3600.0, now.timeout, key="settings_server_timeout"
        )
    return chosen | _decoding("server", now.temperature, now.seed)


def _decoding(block: str, temperature: float, seed: int) -> dict[str, Any]:
    left, right = st.columns(2)
    with left:
        drawn = st.number_input(
            LABELS["temperature"],
            0.0,
            2.0,
            temperature,
            step=0.1,
            key=f"settings_{block}_temperature",
            help="0 is greedy, as in the published figures",
        )
    with right:
        number = st.number_input(
            LABELS["seed"],
            0,
            None,
            seed,
            key=f"settings_{block}_seed",
            disabled=drawn == 0,
            help="Of the draws; at temperature 0 nothing is drawn",
        )
    return {"temperature": drawn, "seed": number}


def _text(block: str, field: str, now: str | None, help_text: str) -> str | None:
    """A line of text; None where it is empty."""
    said = st.text_input(LABELS[field], now or "", key=f"settings_{block}_{field}", help=help_text)
    return (said or "").strip() or None


def _number(
    block: str, field: str, now: int | None, least: int, most: int, help_text: str | None = None
) -> int | None:
    said = st.number_input(
        LABELS[field], least, most, now, key=f"settings_{block}_{field}", help=help_text
    )
    return None if said is None else int(said)
