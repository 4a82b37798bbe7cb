"""Each trouble in words: the cause, and the cure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from specreview.agent.inspector import ContextFull
from specreview.errors import InspectorError, InspectorUnusable
from specreview.inspectors.server.keys import ApiKey
from specreview.inspectors.server.trouble import Trouble
from specreview.settings import CONTEXT, ServerSettings

PICTURES = 16
"""Pictures of one conversation that a server should take: 8 turns hold 8 at most, and each of
two suggestions by an astronomer adds up to 4."""

_CONTEXT = re.compile(
    r"context (?:length|window|size)|maximum model length|max_model_len|context_length_exceeded"
    r"|longer than the model|max_seq_len|maximum sequence length|too many (?:input )?tokens",
    re.I,
)
_PICTURES = re.compile(
    r"at most \d+ image|limit.mm|image count|too many images|\d+ images? may", re.I
)
_NO_PICTURES = re.compile(
    r"not a multimodal model|at most 0 image|(?:does not|doesn't|not) support (?:image|vision)"
    r"|image(?:_url| input)?s? (?:is|are) not supported|unknown (?:part|content) type.{0,20}image",
    re.I,
)
_TOOLS = re.compile(
    r"enable-auto-tool-choice|tool.call.parser|tools? (?:is|are) not supported", re.I
)
_DECODING = re.compile(r"temperature|top_p|\bseed\b", re.I)
_LONG_REPLY = re.compile(r"max_(?:completion_)?tokens", re.I)
_FILTERED = re.compile(r"content_filter|content.management|content.policy|safety", re.I)
_MODEL = re.compile(r"\bmodel\b", re.I)
_QUOTA = re.compile(r"insufficient_quota", re.I)


@dataclass(frozen=True)
class Asked:
    """Who was asked, for the words. `offered` are the models that the server lists."""

    settings: ServerSettings
    host: str
    url: str
    key: ApiKey
    offered: Sequence[str] = ()
    tries: int = 1


def explained(trouble: Trouble, asked: Asked) -> InspectorError:
    """The error to raise: cause and cure in one line, the key nowhere in it.

    InspectorUnusable where every candidate would fare alike.
    """
    error, words = _status(trouble, asked) if trouble.kind == "status" else _kind(trouble, asked)
    return error(asked.key.redact(words))


_Fault = tuple[type[InspectorError], str]

_BY_KIND: dict[str, _Fault] = {
    "refused": (
        InspectorUnusable,
        "no server answers at {url}: the connection is refused; start it, or mend --base-url",
    ),
    "unresolved": (
        InspectorUnusable,
        "the host {host} is unknown here; mend --base-url, or check the network",
    ),
    "unreachable": (
        InspectorUnusable,
        "{host} cannot be reached{quoted}; check that the server runs, the network, and a proxy "
        "(HTTPS_PROXY, NO_PROXY)",
    ),
    "silent": (
        InspectorError,
        "{host} said nothing for {timeout:g} s ({tries} tries); lower --concurrency, raise the "
        "time-out, or see to the server",
    ),
    "broken": (
        InspectorError,
        "{host} broke off its reply ({tries} tries){quoted}; see the server's log, then run again",
    ),
    "no_chat": (
        InspectorUnusable,
        "what answers at {url} is no OpenAI-compatible server{quoted}; mend --base-url"
        "{wanted_path}",
    ),
    "empty": (
        InspectorError,
        "{host} answered without any choice ({tries} tries); see the server's log, then run again",
    ),
}


def _kind(trouble: Trouble, asked: Asked) -> _Fault:
    if trouble.kind == "tls":
        return _tls(trouble, asked)
    error, template = _BY_KIND[trouble.kind]
    return error, _filled(template, trouble, asked)


def _filled(template: str, trouble: Trouble, asked: Asked) -> str:
    settings = asked.settings
    path = "" if asked.url.endswith("/v1") else f" (most servers answer at {asked.url}/v1)"
    return template.format(
        host=asked.host,
        url=asked.url,
        tries=asked.tries,
        timeout=settings.timeout,
        model=settings.model,
        most=settings.max_new_tokens,
        at_once=settings.concurrency,
        context=CONTEXT,
        pictures=PICTURES,
        status=trouble.status or "unknown",
        quoted=f' ("{trouble.message}")' if trouble.message else "",
        wanted_path=path,
    )


def _tls(trouble: Trouble, asked: Asked) -> _Fault:
    if "WRONG_VERSION" in trouble.message or "record layer" in trouble.message:
        cure = "the server speaks plain HTTP: write http:// in --base-url"
    elif "CERTIFICATE" in trouble.message:
        cure = "its certificate is not trusted here: set SSL_CERT_FILE to your authority's file"
    else:
        cure = f"{trouble.message}; check --base-url"
    return InspectorUnusable, f"no secure connection to {asked.host}: {cure}"


def _status(trouble: Trouble, asked: Asked) -> _Fault:
    if trouble.status in (401, 403):
        return _key(trouble, asked)
    if trouble.status == 404 and asked.settings.model not in asked.offered:
        return _not_found(trouble, asked)
    for pattern, error, template in _REFUSALS if 400 <= trouble.status < 500 else ():
        if pattern.search(f"{trouble.message} {trouble.code}"):
            return error, _filled(template, trouble, asked)
    error, template = _BY_STATUS.get(trouble.status, _OTHER_STATUS[trouble.status >= 500])
    return error, _filled(template, trouble, asked)


def _key(trouble: Trouble, asked: Asked) -> _Fault:
    name = asked.key.variable
    if name is None:
        found = "{host} wants a key{quoted}; "
        cure = "name the environment variable that holds it in --api-key-env"
    else:
        found = "{host} refuses the key in " + name + "{quoted}; "
        cure = "set the right one, or see what it may use"
    return InspectorUnusable, _filled(found + cure, trouble, asked)


def _not_found(trouble: Trouble, asked: Asked) -> _Fault:
    model, offered = asked.settings.model, asked.offered
    if not offered and not _MODEL.search(trouble.message):
        return _kind(Trouble("no_chat", 404, trouble.message), asked)
    listed = ", ".join(offered[:8]) + (" …" if len(offered) > 8 else "")
    offer = f"; it offers {listed}" if offered else ""
    return InspectorUnusable, (
        f"{asked.host} has no model {model!r}{offer}: give another --model, or serve it with "
        f"--served-model-name {model}"
    )


_REFUSALS: tuple[tuple[re.Pattern[str], type[InspectorError], str], ...] = (
    (
        _QUOTA,
        InspectorUnusable,
        "{host}: the account of this key has no credit left{quoted}; see to it there",
    ),
    (
        _NO_PICTURES,
        InspectorUnusable,
        "{host}: {model} takes no pictures{quoted}; serve a vision model",
    ),
    (
        _PICTURES,
        InspectorUnusable,
        "{host} takes fewer pictures than an inspection needs{quoted}; start vLLM with "
        "--limit-mm-per-prompt '{{\"image\": {pictures}}}'",
    ),
    (
        _CONTEXT,
        ContextFull,
        "the conversation and a reply of {most} tokens exceed the context of {host}{quoted}; "
        "serve with --max-model-len {context}, or lower --max-new-tokens",
    ),
    (
        _TOOLS,
        InspectorUnusable,
        "{host} offers no native tool calls{quoted}; start vLLM with --enable-auto-tool-choice "
        "--tool-call-parser hermes, or use --profile spec-o3",
    ),
    (
        _FILTERED,
        InspectorError,
        "{host}'s content filter refused this conversation{quoted}; ask another server about it",
    ),
    (
        _LONG_REPLY,
        InspectorUnusable,
        "{host} gives no reply of {most} tokens{quoted}; lower --max-new-tokens",
    ),
    (
        _DECODING,
        InspectorUnusable,
        "{host} refuses how {model} is to decode{quoted}; set another --temperature",
    ),
)
"""What a 400 says, in the order in which it is looked for."""

_DOWN: _Fault = (
    InspectorUnusable,
    "{host} is down or overloaded (status {status}, {tries} tries){quoted}; see to the server, "
    "then run again",
)

_BY_STATUS: dict[int, _Fault] = {
    405: _BY_KIND["no_chat"],
    502: _DOWN,
    503: _DOWN,
    504: _DOWN,
    429: (
        InspectorError,
        "{host} gets too many requests from this key or address ({tries} tries){quoted}; lower "
        "--concurrency ({at_once}) and run again",
    ),
}

_OTHER_STATUS: dict[bool, _Fault] = {
    True: (
        InspectorError,
        "{host} failed {tries} times with status {status}{quoted}; see the server's log, then run "
        "again",
    ),
    False: (
        InspectorError,
        "{host} refuses the request (status {status}){quoted}; see what the server and its model "
        "support",
    ),
}
