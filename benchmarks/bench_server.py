"""Sixty-four inspections at once against a server of fixed latency: is it kept busy?

`python benchmarks/bench_server.py [SECONDS ...] [--inspections N]`: for each latency of a reply
(default 8 s) a queue is inspected by the served inspector through the real runner (store,
drawing, parsing, streaming) against a server of our own in another process, which takes 64
requests at a time. Prints how busy the server was kept over the whole run, and while there were
candidates enough to keep it busy (from the first inspection that ends to the last candidate that
is taken up: a night is all of that), and what one inspection costs us in processor time, by
part. A server that was idle for more than 5 % of that middle is a sentence, not a failure: on a
busy machine it says more of the machine.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.server.inspector import ServerInspector
from specreview.review.candidates import NewCandidate
from specreview.runner import drawing
from specreview.runner.runner import Runner
from specreview.settings import ServerSettings
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.store import open_store
from specreview.tasks.load import load_tasks
from specreview.views.rendered import render_view

AT_ONCE = 64
WANTED = 0.95
"""Share of its time that a server should be kept busy."""
PIECES = 120
"""Streamed pieces of a reply: a token each, as vLLM sends them."""
WORDS = "The Balmer lines are broad and in emission over a blue continuum; " * 6
WINDOWS = [(6480.0, 6650.0), (4800.0, 4920.0), (4640.0, 4730.0), (5840.0, 5910.0)]
REPLIES = [format_call(WORDS, window, "line") for window in WINDOWS]
REPLIES.append(format_answer(WORDS, "YES", "Broad emission."))


class Latency:
    """The server: streams its next reply over `seconds`; counts what it has under way."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.busy, self.begun, self.most, self.changed = 0.0, 0, 0, time.monotonic()
        self.replies = [self._chunks(text) for text in REPLIES]

    def _chunks(self, text: str) -> list[bytes]:
        size = -(-len(text) // PIECES)
        deltas = [{"content": text[at : at + size]} for at in range(0, len(text), size)]
        choices: list[dict[str, Any]] = [{"index": 0, "delta": delta} for delta in deltas]
        choices[-1]["finish_reason"] = "stop"
        sent = [json.dumps({"object": "chat.completion.chunk", "choices": [c]}) for c in choices]
        return [f"data: {each}\n\n".encode() for each in (*sent, "[DONE]")]

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                size = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
                body = await reader.readexactly(int(size.group(1))) if size else b""
                if head.startswith(b"POST"):
                    await self._reply(body, writer)
                else:
                    self._under_way(0)
                    stats = json.dumps({"busy": self.busy, "most": self.most}).encode()
                    writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(stats))
                    writer.write(stats)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def _reply(self, body: bytes, writer: asyncio.StreamWriter) -> None:
        begun = time.monotonic()
        self._under_way(1)
        chunks = self.replies[len(re.findall(rb'"role":\s*"assistant"', body))]
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n")
        writer.write(b"transfer-encoding: chunked\r\n\r\n")
        for number, chunk in enumerate(chunks, start=1):
            due = begun + self.seconds * number / len(chunks)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            writer.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        self._under_way(-1)

    def _under_way(self, change: int) -> None:
        """Count requests; `busy` is the sum of the seconds that each was under way."""
        now = time.monotonic()
        self.busy += self.begun * (now - self.changed)
        self.begun, self.changed = self.begun + change, now
        self.most = max(self.most, self.begun)


async def serve(port: int, seconds: float) -> None:
    server = await asyncio.start_server(Latency(seconds).talk, "127.0.0.1", port, limit=2**24)
    async with server:
        await server.serve_forever()


class Costs:
    """Processor seconds by part, each measured in the thread that spends them."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._lock = threading.Lock()

    def counting(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **named: Any) -> Any:
            begun = time.thread_time()
            try:
                return function(*args, **named)
            finally:
                with self._lock:
                    self.spent[part] += time.thread_time() - begun

        return counted


def star(number: int) -> Spectrum:
    """A blue continuum with Balmer emission, 3,900 pixels."""
    wavelength = 10 ** (3.5682 + 0.0001 * np.arange(3900))
    flux = (wavelength / 6000.0) ** -1.5
    for line in (6564.6, 4862.7, 4341.7):
        flux += np.exp(-0.5 * ((wavelength - line) / 12.0) ** 2)
    flux += np.random.default_rng(number).normal(0.0, 0.05, flux.size)
    good = np.ones(flux.size, dtype=bool)
    return Spectrum(wavelength, flux, None, good, ~good, Origin(f"{number}.csv", "text", 1))


def run(seconds: float, inspections: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, __file__, "--serve", str(port), str(seconds)]
    server = subprocess.Popen(command)
    try:
        measured(port, seconds, inspections)
    finally:
        server.kill()
        server.wait()


def measured(port: int, seconds: float, inspections: int) -> None:
    wait_for(port)
    costs, settings = (
        Costs(),
        ServerSettings(base_url=f"http://127.0.0.1:{port}/v1", model="bench", concurrency=AT_ONCE),
    )
    inspector = ServerInspector(settings)
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'specreview.db'}")
        queue = store.queues.create("night", "cv", "made up")
        new = [NewCandidate(str(n), str(n), "cv", f"{n}.csv") for n in range(inspections)]
        store.queues.upsert(queue.id, new)
        for part in (store.traces, store.work, store.queues):
            for name in ("start", "append", "load", "images", "of_candidate", "claim", "renew",
                         "release", "requested", "candidate"):  # fmt: skip
                if hasattr(part, name):
                    setattr(part, name, costs.counting("store", getattr(part, name)))
        handing = drawing.DrawingProcesses.__call__
        drawing.DrawingProcesses.__call__ = costs.counting("drawing, handing over", handing)
        runner = Runner(
            store,
            lambda candidate: star(candidate.id),
            load_tasks(),
            {"server": lambda: inspector},
            render_view,
            workers=None,
        )
        ours, children = time.process_time(), children_time()
        begun = time.monotonic()
        runner.start_queue(queue.id, "server")
        middle: list[tuple[float, float]] = []
        while not runner.wait_for_queue(queue.id, 0.2):
            progress = runner.queue_progress(queue.id)
            if progress.done and progress.done + progress.running < inspections:
                now = time.monotonic(), stats(port)["busy"]
                middle = [*middle[:1], now]
        elapsed = time.monotonic() - begun
        progress = runner.queue_progress(queue.id)
        costs.spent["client's loop"] = inspector._submit(thread_time()).result()
        runner.close()
        drawing.DrawingProcesses.__call__ = handing
        ours = time.process_time() - ours
        costs.spent["drawing"] = children_time() - children
        store.close()
    assert progress.done == inspections, progress
    report(port, seconds, inspections, elapsed, middle, ours, costs)


async def thread_time() -> float:
    return time.thread_time()


def children_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            stats(port)
            return
        except OSError:
            time.sleep(0.05)


def stats(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/stats") as answer:
        return dict(json.loads(answer.read()))


def report(
    port: int,
    seconds: float,
    inspections: int,
    elapsed: float,
    middle: list[tuple[float, float]],
    ours: float,
    costs: Costs,
) -> None:
    told = stats(port)
    whole = told["busy"] / (AT_ONCE * elapsed)
    total = ours + costs.spent["drawing"]
    within = sum(spent for part, spent in costs.spent.items() if part != "drawing")
    print(
        f"{seconds:g} s a reply, {inspections} inspections of {len(REPLIES)} replies, at most "
        f"{told['most']} at once: {elapsed:.1f} s, server busy {100 * whole:.1f} %"
    )
    print(f"  {middle_words(middle)}")
    print(f"  processor time an inspection: {1e3 * total / inspections:.0f} ms", end="; ")
    parts = {**costs.spent, "rest": ours - within}
    print(", ".join(f"{part} {1e3 * s / inspections:.0f}" for part, s in parts.items()))
    load = total / elapsed
    print(f"  {load:.2f} of {os.cpu_count()} cores on our side")


def middle_words(middle: list[tuple[float, float]]) -> str:
    """How busy the server was kept between the first and the last look at the middle."""
    if len(middle) < 2:
        return "too few inspections for a middle with candidates enough"
    (begun, busy_then), (ended, busy_now) = middle[0], middle[-1]
    share = (busy_now - busy_then) / (AT_ONCE * (ended - begun))
    words = f"{100 * share:.1f} % in the {ended - begun:.0f} s with candidates enough"
    if share >= WANTED:
        return words
    return f"{words}: below the {100 * WANTED:.0f} % wanted; is this machine busy otherwise?"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", nargs="*", type=float, default=[8.0])
    parser.add_argument("--inspections", type=int, default=256)
    parser.add_argument("--serve", type=int)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve(given.serve, given.seconds[0]))
    for seconds in given.seconds:
        run(seconds, given.inspections)


if __name__ == "__main__":
    main()
