"""How quick the page is while a local model writes, in a real Chromium with a real engine.

`python benchmarks/bench_streaming.py [N]`: serves the demo with a random Qwen2.5-VL of some 140
million weights, which keeps every core that it is given busy. Blocks of N decisions by keyboard
(key press to the next candidate's chart painted) and N clicks in the trace of the candidate that
is written (click to screen) alternate between idle and writing. Prints p50 of both and their
ratio, the model's pace, and the seconds from a click on Stop until nothing writes any more. Ends
with 1 when a limit is broken.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench_app import ARGUMENTS, CHROMIUM, SETTLED, WATCH, serve
from playwright.sync_api import Page, sync_playwright

from specreview.demo.build import build_demo
from specreview.services import ImportRequest, Workspace
from specreview.settings import LocalSettings

LIMIT_RATIO = 1.5
LIMIT_STOP = 1.0
BLOCKS = 3
SHAPE = {
    "hidden_size": 1024,
    "intermediate_size": 2816,
    "num_hidden_layers": 12,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
}
TOGGLED = """([name, shown]) => new Promise((done) => {
  const begun = performance.now();
  const look = () => {
    const there = document.querySelector(".st-key-task_card") !== null;
    if (there === shown) return done(performance.now() - begun);
    requestAnimationFrame(look);
  };
  document.querySelector(`[class*="st-key-run_task_"] button`).click();
  look();
})"""


def write_checkpoint_of(folder: Path) -> Path:
    """A random checkpoint that is slow enough to fill a core."""
    import torch
    from transformers import Qwen2_5_VLForConditionalGeneration

    from specreview.tiny.architecture import tiny_config
    from specreview.tiny.vocabulary import learn_tokenizer
    from specreview.tiny.writing import write_checkpoint

    tokenizer = learn_tokenizer()
    config = tiny_config(tokenizer)
    for name, size in SHAPE.items():
        setattr(config.text_config, name, size)
    config.text_config.rope_parameters["mrope_section"] = [16, 24, 24]
    config.text_config.layer_types = ["full_attention"] * SHAPE["num_hidden_layers"]
    config.text_config.initializer_range = 0.03
    config.vision_config.out_hidden_size = SHAPE["hidden_size"]
    torch.manual_seed(0)
    model = Qwen2_5_VLForConditionalGeneration(config)
    ends = tokenizer.convert_tokens_to_ids(["<|im_end|>", "<|endoftext|>"])
    model.get_input_embeddings().weight.data[ends] = 0.0  # it never ends a reply by itself
    write_checkpoint(folder, model, tokenizer)
    return folder


def prepare(folder: Path) -> Workspace:
    """The demo, inspected by the rules; from then on the model is asked."""
    workspace = Workspace.open(folder)
    queue, _ = workspace.import_queue(ImportRequest("demo", build_demo(folder / "demo")))
    workspace.runner.start_queue(queue.id, "rules")
    workspace.runner.wait_for_queue(queue.id, 600)
    local = LocalSettings(model=str(write_checkpoint_of(folder / "model")))
    update = {"inspector": "local", "local": local}
    workspace.save_settings(workspace.settings.model_copy(update=update))
    return workspace


class Bench:
    """One page that decides, one that shows the candidate which is written."""

    def __init__(self, context: Any, address: str, workspace: Workspace) -> None:
        self.workspace = workspace
        rows = workspace.store.rows(workspace.store.queues.get("demo").id, "")
        self.candidate = rows[-1].candidate
        self.decider = opened(context.new_page(), f"{address}/review?queue=demo")
        self.decider.evaluate(WATCH)
        query = f"queue=demo&id={self.candidate.object_id}"
        self.writer = opened(context.new_page(), f"{address}/review?{query}")
        self.decided = 0

    def text(self) -> str:
        card = self.writer.locator(".st-key-step_running")
        return card.inner_text(timeout=5_000) if card.count() else ""

    def start(self) -> float:
        """Seconds until the model writes into the page."""
        begun = time.monotonic()
        name = "restart" if "stopped by you" not in self.writer.inner_text("body") else "run"
        self.writer.locator(f"[class*='st-key-run_{name}_'] button").click()
        while "tokens/s" not in self.text():
            assert time.monotonic() - begun < 180, "it never wrote"
            time.sleep(0.1)
        return time.monotonic() - begun

    def stop(self) -> float:
        """Seconds from the click until the log says so."""
        begun = time.monotonic()
        self.writer.locator("[class*='st-key-run_stop_'] button").click()
        while time.monotonic() - begun < 30:
            trace = self.workspace.store.traces.latest(self.candidate.id)
            if trace is not None and trace.stopped is not None:
                return time.monotonic() - begun
            time.sleep(0.02)
        raise AssertionError("it did not stop")

    def decide(self, number: int) -> list[float]:
        """Milliseconds of `number` decisions; the first, still warm from nothing, apart."""
        for _ in range(number):
            self.decider.keyboard.press("n" if self.decided % 2 else "y")
            self.decided += 1
            self.decider.wait_for_function(SETTLED, arg=self.decided, timeout=60_000)
            self.decider.wait_for_timeout(500)
        return list(self.decider.evaluate("() => window.drawn"))[-number:]

    def toggle(self, number: int) -> list[float]:
        """Milliseconds of `number` clicks that change the trace's side of the page."""
        found = []
        shown = self.writer.locator(".st-key-task_card").count() > 0
        for _ in range(number):
            shown = not shown
            found.append(float(self.writer.evaluate(TOGGLED, ["task", shown])))
            self.writer.wait_for_timeout(400)
        return found


def opened(page: Page, url: str) -> Page:
    page.goto(url)
    page.wait_for_function("() => window.specreviewDesk?.shown != null", timeout=60_000)
    page.wait_for_timeout(2000)
    return page


def measure(bench: Bench, number: int) -> int:
    idle: dict[str, list[float]] = {"decisions": [], "clicks": []}
    busy: dict[str, list[float]] = {"decisions": [], "clicks": []}
    stops, first = [], 0.0
    bench.decide(3)
    for block in range(BLOCKS):
        idle["decisions"] += bench.decide(number)
        idle["clicks"] += bench.toggle(2 * (number // 2))
        began = bench.start()
        first = first or began
        busy["decisions"] += bench.decide(number)
        busy["clicks"] += bench.toggle(2 * (number // 2))
        assert "tokens/s" in bench.text(), "it wrote all the while"
        pace = bench.text().splitlines()[0]
        stops.append(bench.stop())
        print(f"block {block + 1}: {pace}; stopped after {stops[-1]:.2f} s", flush=True)
    print(f"click on Run until the model had loaded and wrote into the page: {first:.1f} s")
    broken = max(stops) > LIMIT_STOP
    print(f"click on Stop until the log has it: worst {max(stops):.2f} s (limit {LIMIT_STOP} s)")
    for what in idle:
        before, during = statistics.median(idle[what]), statistics.median(busy[what])
        ratio = during / before
        broken = broken or ratio > LIMIT_RATIO
        print(f"{what}, n = {len(idle[what])} each: p50 idle {before:.0f} ms, "
              f"writing {during:.0f} ms, ratio {ratio:.2f} (limit {LIMIT_RATIO})")  # fmt: skip
    return int(broken)


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as name, prepare(Path(name)) as workspace:
        server, port = serve(Path(name))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
                context = browser.new_context(viewport={"width": 1440, "height": 900})
                context.add_init_script("sessionStorage.setItem('specreview.reviewer', 'bench')")
                return measure(Bench(context, f"http://127.0.0.1:{port}", workspace), number)
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    sys.exit(main())
