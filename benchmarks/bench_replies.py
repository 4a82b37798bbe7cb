"""The reply parser under mutated replies: inputs, faults found, and time against length.

Run: python benchmarks/bench_replies.py [N]
N replies (default 100,000) are written as an inspector would, cut, spliced and littered with
pieces of the protocol, and parsed; each result must keep the rules of `fault`. Then texts made of
one piece repeated are parsed at 50,000 and 500,000 characters: ten times the text may take ten
times the time, with a factor 2 for noise. A megabyte of thought may take a second, and half of one
where it is shown while it is written. Ends with 1 when a rule or a limit is broken.
"""

import math
import random
import re
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator

from specreview.agent.events import InspectorReplied, event_from_payload, event_payload
from specreview.agent.lenient import lenient_answer, well_formed
from specreview.agent.nudges import nudge
from specreview.agent.protocol import ParsedReply, format_answer, format_call, parse_reply
from specreview.ui.present.writing import written as written_so_far

LABELS = ("YES", "NO", "UNSURE")
SHORT, LONG = 50_000, 500_000
LIMIT = 2.0 * LONG / SHORT
MEGABYTE, SHOWN = 1.0, 0.5
CALL = (
    '{"name": "spectral_visualization_tool", "arguments": '
    '{"wavelength_range": [6480.5, 6650], "label": "Hα"}}'
)
_PROTOCOL = r"""
<think> </think> <tool_call> </tool_call> <answer> </answer> <tool_response> <tool_call/> <think </
<|im_start|> <|im_end|> <|endoftext|> &lt; &quot; ＜ ＞ ｛ ｝ ［ ］ ： ， － ０ ６ ```json assistant
{ } [ ] ( ) " ' \ \" \\ , : ; . - − + ~ ` ``` < > / | = % # & $ * _ … \boxed{YES} \boxed{ \boxed
boxed{NO} \text{ \mathrm{ YES NO UNSURE yes null true None NaN Infinity -Infinity 1e999 0x10 1_000
6_ 6,500 6500-6600 9999999999 name arguments wavelength_range label wave_min wave_max window
function parameters Å nm µm Hα β λ 星 <function=spectral_visualization_tool> </parameter>
<parameter=wavelength_range>
"""
_INVISIBLE = (*"\u202e\u200b\ufeff\x00\x08\x1b\ud800\udfff\u2028\x0b\t\n ", "\r\n", "   ")
_WHOLE = (CALL, CALL[:-1], CALL.replace('"', "'"), '<tool_call id="1">', "<answer final='x'>")
PIECES = (*_PROTOCOL.split(), *_INVISIBLE, *_WHOLE)
_MARKER = re.compile(r"<\|[A-Za-z_]{1,40}\|>")
_NUMBERS = re.compile(r"[+-]?(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


def replies(count: int, seed: int = 0) -> Iterator[str]:
    """`count` replies, most of them broken; the same for the same seed."""
    chance = random.Random(seed)
    for _ in range(count):
        yield mutated(written(chance), chance)


def written(chance: random.Random) -> str:
    """A reply as an inspector would write it, or one made of pieces alone."""
    thought = " ".join(chance.choices(("Hα", "is", "broad", "6563", "Å", "?"), k=6))
    lower = chance.choice((6480.0, 4000.25, 1.0, 9000.0))
    kind = chance.random()
    if kind < 0.4:
        return format_call(thought, (lower, lower + chance.choice((0.5, 100, 3000))), "Hα")
    if kind < 0.7:
        return format_answer(thought, chance.choice(LABELS), "EW 75 Å, FWHM 1580 km/s.")
    if kind < 0.9:
        return f"<think>{thought}</think>\n<tool_call>{CALL}</tool_call>"
    return "".join(chance.choices(PIECES, k=chance.randrange(30)))


def mutated(text: str, chance: random.Random) -> str:
    """`text` after up to six cuts, losses, doublings, exchanges and insertions."""
    for _ in range(chance.randrange(7)):
        a, b = sorted(chance.choices(range(len(text) + 1), k=2))
        near = min(b, a + chance.choice((1, 2, 5, 40)))
        text = chance.choice(
            (
                text[:a],
                text[:a] + text[near:],
                text[:near] + text[a:],
                text[:a] + chance.choice(PIECES) + text[a:],
                text[:a] + chance.choice(PIECES) + text[near:],
                text[:a] + text[a:near].swapcase() + text[near:],
                text[:a] + text[b:] + text[a:b],
                text.replace(chance.choice(PIECES), chance.choice(PIECES), 1),
            )
        )
    return text


def fault(text: str, truncated: bool = False) -> str | None:
    """Which rule the parser's reading of `text` breaks; None when it keeps all."""
    parsed = parse_reply(text, LABELS, truncated)
    if parsed.calls and parsed.answer is not None:
        return "both a call and an answer"
    if ("unparsed" in parsed.flags) != (not parsed.calls and parsed.answer is None):
        return "unparsed is not what it says"
    return _answer_fault(text, parsed) or _call_fault(text, parsed) or _record_fault(text, parsed)


def _answer_fault(text: str, parsed: ParsedReply) -> str | None:
    plain = _MARKER.sub("", text).casefold()
    if parsed.answer is not None and not ("answer" in plain and "oxed" in plain):
        return "an answer out of nothing"
    return None if parsed.answer in (None, *LABELS) else "an answer that is not allowed"


def _call_fault(text: str, parsed: ParsedReply) -> str | None:
    for call in parsed.calls:
        if (call.window is None) != (call.error is not None):
            return "a window with an error, or neither"
        if "<" in f"{call.error}{call.note}" or not f"{call.error}{call.note}".isprintable():
            return "words to the model that could pass for a tag"
        if call.window is None:
            continue
        if not (call.window[0] < call.window[1] and all(map(math.isfinite, call.window))):
            return "a window that is none"
        if not set(call.window) <= _numbers(text):
            return "a number that was not written"
    return None


def _numbers(text: str) -> set[float]:
    """All numbers in `text`, markers within them taken out, as the parser is free to do."""
    plain = unicodedata.normalize("NFKC", _MARKER.sub("", text)).replace("−", "-")
    found = set()
    for match in _NUMBERS.finditer(plain):
        found |= {float(match.group()), float(match.group().lstrip("+-"))}
    return found


def _record_fault(text: str, parsed: ParsedReply) -> str | None:
    """Whether the reply can be recorded, answered and scored."""
    reply = InspectorReplied(
        text=text.encode("utf-8", "replace").decode(),
        thought=parsed.thought,
        calls=parsed.calls,
        answer=parsed.answer,
        justification=parsed.justification,
        flags=tuple(sorted(parsed.flags)),
    )
    nudge(reply, LABELS[:2])
    lenient_answer([text], LABELS[:2])
    well_formed([text], LABELS[:2])
    same = event_from_payload(event_payload(reply)) == reply
    return None if same else "a record that does not come back"


def megabyte_seconds() -> tuple[float, float]:
    """Seconds of parsing a megabyte of thought at most, and of showing one that has no end."""
    thought = "<think>" + "Is the line at 6563 Å broad? " * 34_500
    ends = ("", "</think>", r"</think><answer>\boxed{NO}</answer>")
    begun = ("<" * 1_000_000, "<think>" * 150_000, "<tool_call>[" + "1" * 1_000_000)
    return (
        max(_seconds(thought + end) for end in ends),
        max(_seconds(text, written_so_far) for text in begun),
    )


def worst_ratio() -> tuple[float, str]:
    """The largest time ratio of long to short texts of one piece, and that piece."""
    heads = ("", "<think>", "<tool_call>", "<tool_call>{", "<answer>", r"<answer>\boxed{")
    pieces = dict.fromkeys((*PIECES, "<", "</", "<|", '"\\', "[{", "<think a=", "x ", '{"a":'))
    return max(
        (_ratio(head, piece), f"{head!r} then {piece!r}") for piece in pieces for head in heads
    )


def _ratio(head: str, piece: str) -> float:
    """Times of `LONG` and `SHORT` characters, measured anew where a busy machine may have lied."""
    least = math.inf
    for _ in range(4):
        short, long = (_seconds(head + piece * (n // len(piece))) for n in (SHORT, LONG))
        least = min(least, long / max(short, 5e-4))
        if least < 1.2 * LONG / SHORT:
            break
    return least


def _seconds(text: str, act: Callable[[str], object] = parse_reply) -> float:
    """The lesser time of two readings of `text`."""
    return min(_once(text, act), _once(text, act))


def _once(text: str, act: Callable[[str], object]) -> float:
    begun = time.process_time()
    act(text)
    return time.process_time() - begun


def main(count: int, seed: int) -> int:
    begun, broken = time.process_time(), 0
    for number, text in enumerate(replies(count, seed)):
        said = fault(text, truncated=number % 8 == 0)
        if said is not None:
            broken += 1
            print(f"{said}: {text!r}")
    each = 1e6 * (time.process_time() - begun) / count
    print(f"{count:,} mutated replies, {broken} faults, no exception, {each:.0f} µs each")
    ratio, where = worst_ratio()
    print(f"{LONG / SHORT:.0f} times the text: at most {ratio:.1f} times the time ({where})")
    parsed, shown = megabyte_seconds()
    print(
        f"a megabyte: parsed in {parsed:.2f} s (limit {MEGABYTE}), shown in {shown:.2f} s ({SHOWN})"
    )
    return 1 if broken or ratio > LIMIT or parsed > MEGABYTE or shown > SHOWN else 0


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in [*sys.argv[1:3], 100_000, 0][:2])))
