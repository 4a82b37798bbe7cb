"""Decision to next candidate drawn, in a real Chromium, and bytes a candidate over the wire.

`python benchmarks/bench_app.py [N]`: serves the demo, inspected by the rules, answers N
candidates by keyboard and prints p50 and p95 of the time from the key press to the next
candidate's chart painted, and the bytes that the websocket carried for each candidate (the
trace's pictures go over HTTP and are counted apart). Ends with 1 when a limit is broken.
"""

import contextlib
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page, sync_playwright

from specreview.demo.build import build_demo
from specreview.services import ImportRequest, Workspace
from specreview.ui.launching import server_command

CHROMIUM = os.environ.get("SPECREVIEW_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LIMIT_SECONDS = 0.4
LIMIT_BYTES = 150_000
WATCH = """() => {
  window.drawn = [];
  document.addEventListener("keydown", () => { window.keyAt = performance.now(); }, true);
  let shown = window.specreviewDesk.shown;
  Object.defineProperty(window.specreviewDesk, "shown", {
    get: () => shown,
    set: (now) => {
      if (now !== shown) window.drawn.push(performance.now() - window.keyAt);
      shown = now;
    },
  });
}"""
SETTLED = """(n) => { const d = window.specreviewDesk;
  return window.drawn.length >= n && d.pending.length === 0 && d.early.length === 0
    && d.data.view?.candidate === d.shown; }"""


def prepare(folder: Path) -> None:
    """The demo, imported and inspected."""
    workspace = Workspace.open(folder)
    try:
        queue, _ = workspace.import_queue(ImportRequest("demo", build_demo(folder / "demo")))
        workspace.runner.start_queue(queue.id, "rules")
        while workspace.runner.queue_progress(queue.id).state == "running":
            time.sleep(0.2)
    finally:
        workspace.close()


def relay(port: int, received: list[int]) -> int:
    """A port that passes all on to `port` and counts what the app's websocket sends back."""
    entry = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            browser, _ = entry.accept()
            server = socket.create_connection(("127.0.0.1", port))
            first = browser.recv(65536)
            server.sendall(first)
            counted = received if b"/_stcore/stream" in first[:200] else [0]
            Thread(target=pump, args=(browser, server, [0]), daemon=True).start()
            Thread(target=pump, args=(server, browser, counted), daemon=True).start()

    Thread(target=accept, daemon=True).start()
    return int(entry.getsockname()[1])


def pump(source: socket.socket, target: socket.socket, counted: list[int]) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(65536):
            counted[0] += len(piece)
            target.sendall(piece)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def serve(folder: Path) -> tuple["subprocess.Popen[bytes]", int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"SPECREVIEW_WORKSPACE": str(folder)}
    server = subprocess.Popen(
        server_command(port), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2):
                break
        except OSError:
            time.sleep(0.2)
    return server, port


def measure(
    page: Page, address: str, received: list[int], number: int
) -> tuple[list[float], list[int], list[int]]:
    """(seconds, websocket bytes, picture bytes) of `number` decisions."""
    pictures = [0]
    page.on("response", lambda answer: _count_picture(answer, pictures))
    page.goto(f"{address}/review?queue=demo")
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    page.wait_for_timeout(2000)
    page.evaluate(WATCH)
    wire: list[int] = []
    images: list[int] = []
    for step in range(number):
        before, seen = received[0], pictures[0]
        page.keyboard.press("n" if step % 2 else "y")
        page.wait_for_function(SETTLED, arg=step + 1, timeout=30_000)
        page.wait_for_timeout(700)
        wire.append(received[0] - before)
        images.append(pictures[0] - seen)
    return [ms / 1000 for ms in page.evaluate("() => window.drawn")], wire, images


def _count_picture(answer: object, total: list[int]) -> None:
    url, headers = getattr(answer, "url", ""), getattr(answer, "headers", {})
    if "/pictures/" in url:
        total[0] += int(headers.get("content-length", 0))


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        server, port = serve(folder)
        received = [0]
        address = f"http://127.0.0.1:{relay(port, received)}"
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
                context = browser.new_context(viewport={"width": 1440, "height": 900})
                context.add_init_script("sessionStorage.setItem('specreview.reviewer', 'bench')")
                seconds, wire, images = measure(context.new_page(), address, received, number)
                browser.close()
        finally:
            server.terminate()
            server.wait(20)
    return report(seconds, wire, images)


def report(seconds: list[float], wire: list[int], images: list[int]) -> int:
    p50, p95 = statistics.median(seconds), sorted(seconds)[int(0.95 * (len(seconds) - 1))]
    print(f"decision to next candidate drawn, n = {len(seconds)}:")
    print(f"  p50 {p50:.3f} s, p95 {p95:.3f} s, worst {max(seconds):.3f} s")
    print(f"websocket bytes a candidate: median {statistics.median(wire):,.0f}, most {max(wire):,}")
    print(f"picture bytes a candidate: median {statistics.median(images):,.0f}")
    broken = p95 > LIMIT_SECONDS or max(wire) > LIMIT_BYTES
    print(f"limits: p95 {LIMIT_SECONDS} s, {LIMIT_BYTES:,} bytes: {'BROKEN' if broken else 'kept'}")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
