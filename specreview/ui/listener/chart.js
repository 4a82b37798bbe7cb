// The chart: when its lines are in sight, how it is zoomed, how long a candidate is looked at.

// Whether the chart is in the page: its lines, or that it has none (a spectrum without one good
// pixel), which keeps no key from working.
function drawn(plot, candidate) {
  if (desk.due.candidate !== candidate) desk.due = { candidate, since: performance.now() };
  if (plot.querySelector(".scatterlayer path")) return true;
  const lines = plot._fullData?.some((trace) => trace.visible === true);
  return !lines || performance.now() - desk.due.since > EMPTY_MS;
}

// A chart is in sight once it was painted: when the frame with its lines in the page is done.
function watchChart() {
  if (desk.watching) return;
  desk.watching = true;
  const look = () => {
    if (!desk.off) {
      desk.watching = false;
      return;
    }
    const plot = document.querySelector(".st-key-chart .js-plotly-plot");
    const candidate = plot?._fullLayout?.meta?.candidate;
    if (candidate !== undefined && candidate !== desk.shown && drawn(plot, candidate)) {
      afterPaint(() => {
        desk.shown = candidate;
        startClock(candidate);
        look();
      });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

// A zoom by hand is told, so that a changed figure can begin with it.
function watchZoom() {
  const plot = document.querySelector(".st-key-chart .js-plotly-plot");
  if (!plot?.on || plot.specreviewZoom) return;
  plot.specreviewZoom = true;
  plot.on("plotly_relayout", (change) => {
    if (!Object.keys(change).some((name) => name.startsWith("xaxis."))) return;
    const layout = plot._fullLayout;
    const whole = change["xaxis.autorange"] === true;
    desk.zoom = { candidate: layout.meta?.candidate, range: whole ? null : [...layout.xaxis.range] };
    clearTimeout(desk.zoomTimer);
    desk.zoomTimer = setTimeout(sendZoom, 300);
  });
}

function sendZoom() {
  clearTimeout(desk.zoomTimer);
  if (!desk.zoom) return;
  desk.send("zoom", { ...desk.zoom, number: ++desk.sends });
  desk.zoom = null;
}

// Active time of the candidate on the screen.
function tick() {
  const now = performance.now();
  const clock = desk.clock;
  if (!document.hidden) clock.active += Math.min(now - clock.last, IDLE_MS);
  clock.last = now;
}

function startClock(candidate) {
  if (desk.clock.candidate === candidate) return;
  const now = performance.now();
  desk.clock = { candidate, since: now, last: now, active: 0 };
}
