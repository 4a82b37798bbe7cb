"""Whatever a server sends as a chunk, the reply is text that the parser can read."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from specreview.agent.protocol import parse_reply
from specreview.inspectors.server.draft import Draft
from specreview.inspectors.server.stream import Assembly

ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
FUNCTION = st.fixed_dictionaries({}, optional={"name": ANY, "arguments": ANY})
CALL = st.fixed_dictionaries({}, optional={"index": ANY, "id": ANY, "function": FUNCTION | ANY})
DELTA = st.fixed_dictionaries(
    {},
    optional={
        "content": ANY,
        "reasoning": ANY,
        "reasoning_content": ANY,
        "tool_calls": ANY | st.lists(CALL | ANY, max_size=3),
        "function_call": FUNCTION | ANY,
    },
)
CHOICE = st.fixed_dictionaries(
    {}, optional={"delta": DELTA | ANY, "message": DELTA | ANY, "finish_reason": ANY}
)
CHUNK = st.fixed_dictionaries(
    {}, optional={"choices": ANY | st.lists(CHOICE | ANY, max_size=2), "usage": ANY}
)


@settings(max_examples=200, deadline=None)
@given(st.lists(CHUNK, max_size=6))
def test_any_chunks_make_a_reply(chunks) -> None:
    assembly, draft, shown = Assembly(), Draft(), []
    for chunk in chunks:
        draft.write(assembly.feed(chunk))
    draft.settle(assembly.text)
    draft.hand_on(shown.append)
    assert "".join(piece for piece in shown if piece is not None) == assembly.text
    assert assembly.finish_reason in ("stop", "length", "content_filter")
    assert assembly.tokens >= 0
    parse_reply(assembly.text)


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=12))
def test_pieces_of_calls_in_any_order_are_put_together(order) -> None:
    """Interleaved pieces by index, with the id in each or only in the first."""
    whole = {index: json.dumps({"n": index, "pad": "x" * 90}) for index, _ in order}
    rest, assembly = dict(whole), Assembly()

    def send(index: int, size: int, with_id: bool) -> None:
        piece, rest[index] = rest[index][:size], rest[index][size:]
        call = {"index": index, "function": {"arguments": piece}}
        call |= {"id": f"id{index}"} if with_id else {}
        assembly.feed({"choices": [{"delta": {"tool_calls": [call]}}]})

    for index, with_id in order:
        send(index, 7, with_id or rest[index] == whole[index])
    for index in whole:
        send(index, 1000, False)
    assert sorted(call.arguments for call in assembly.calls) == sorted(whole.values())
