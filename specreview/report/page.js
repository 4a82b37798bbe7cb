// Reading and zooming the chart of a page that stands alone. Without it the page shows the same.
(() => {
  const root = document.documentElement;
  theme(document.getElementById("theme"));
  const svg = document.querySelector("svg.chart");
  if (svg) chart(svg);

  function theme(button) {
    const dark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const name = () => { button.textContent = dark() ? "Light" : "Dark"; };
    button.hidden = false;
    button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; name(); });
    name();
  }

  function chart(svg) {
    const UNITS = 100000;
    const numbers = (text) => text.split(",").map(Number);
    const [left, top, width, height] = numbers(svg.dataset.field);
    const whole = { x: numbers(svg.dataset.xRange), y: numbers(svg.dataset.yRange) };
    const wavelength = floats(svg.dataset.wavelength), flux = floats(svg.dataset.flux);
    const sigma = svg.dataset.sigma ? floats(svg.dataset.sigma) : null;
    const z = svg.dataset.z === "" ? null : Number(svg.dataset.z);
    const reading = document.querySelector(".reading");
    const zooms = document.querySelector(".zooms");
    const band = svg.querySelector(".data .f-sigma-fill"), coarse = band && band.getAttribute("d");
    let seen = whole.x, zoomed = false, from = null;
    const cursor = made("path", "cursor"), pull = made("rect", "pull");
    pull.setAttribute("y", top);
    pull.setAttribute("height", height);

    zooms.hidden = false;
    const buttons = [...zooms.querySelectorAll("button")];
    for (const button of buttons) {
      button.setAttribute("aria-pressed", button.dataset.zoom === "");
      button.addEventListener("click", () => {
        zoom(button.dataset.zoom ? numbers(button.dataset.zoom) : null, button);
      });
    }
    svg.addEventListener("pointermove", move);
    svg.addEventListener("pointerleave", () => { cursor.setAttribute("d", ""); reading.textContent = "\u00a0"; });
    svg.addEventListener("pointerdown", (event) => { if (event.button === 0) from = place(event); });
    window.addEventListener("pointerup", (event) => {
      pull.setAttribute("width", 0);
      if (from === null) return;
      const ends = [from, place(event)].sort((a, b) => a - b);
      from = null;
      if ((ends[1] - ends[0]) / width > 0.01) zoom(ends.map(value));
    });
    svg.addEventListener("dblclick", () => zoom(null));

    function floats(text) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      return new Float32Array(bytes.buffer);
    }
    function made(name, css) {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      element.setAttribute("class", css);
      svg.append(element);
      return element;
    }
    function place(event) {  // pixels of the drawing from the field's left edge
      const box = svg.getBoundingClientRect();
      const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width - left;
      return Math.min(Math.max(x, 0), width);
    }
    function value(x) { return seen[0] + (seen[1] - seen[0]) * x / width; }
    function nearest(at) {
      let low = 0, high = wavelength.length - 1;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (wavelength[middle] < at) low = middle; else high = middle;
      }
      return at - wavelength[low] < wavelength[high] - at ? low : high;
    }
    function move(event) {
      const x = place(event), at = nearest(value(x));
      const shown = left + width * (wavelength[at] - seen[0]) / (seen[1] - seen[0]);
      cursor.setAttribute("d", `M${shown.toFixed(1)},${top}v${height}`);
      reading.textContent = told(at);
      if (from === null) return;
      pull.setAttribute("x", left + Math.min(from, x));
      pull.setAttribute("width", Math.abs(x - from));
    }
    function told(at) {
      const parts = [`observed ${wavelength[at].toFixed(2)} Å`];
      parts.push(z === null ? "rest = observed, no shift applied" : `rest ${(wavelength[at] / (1 + z)).toFixed(2)} Å`);
      if (Number.isNaN(flux[at])) return parts.concat("no good pixel here").join(" · ");
      const error = sigma === null || Number.isNaN(sigma[at]) ? "σ unknown" : `σ ${short(sigma[at])}`;
      return parts.concat(`flux ${short(flux[at])}, ${error} (${svg.dataset.unit})`).join(" · ");
    }
    function short(number) { return String(Number(number.toPrecision(4))).replace("-", "−"); }

    function zoom(range, button) {
      zoomed = range !== null;
      seen = zoomed ? range : whole.x;
      const heights = zoomed ? heightsIn(seen) : whole.y;
      for (const one of buttons) one.setAttribute("aria-pressed", button ? one === button : !zoomed && one.dataset.zoom === "");
      const units = (at) => UNITS * (at - whole.x[0]) / (whole.x[1] - whole.x[0]);
      const down = (at) => UNITS * (whole.y[1] - at) / (whole.y[1] - whole.y[0]);
      for (const inner of svg.querySelectorAll("svg.inner")) {
        const view = inner.viewBox.baseVal;
        view.x = units(seen[0]);
        view.width = units(seen[1]) - view.x;
        if (!inner.matches(".data, .zero")) continue;
        view.y = down(heights[1]);
        view.height = down(heights[0]) - view.y;
      }
      if (band) band.setAttribute("d", zoomed ? errors(units, down) : coarse);
      for (const mark of svg.querySelectorAll(".off-scale")) mark.style.display = zoomed ? "none" : "";
      for (const note of svg.querySelectorAll(".note[data-x]")) moved(note);
      if (!svg.whole) svg.whole = [".x-ticks", ".y-ticks"].map((name) => svg.querySelector(name).innerHTML);
      [".x-ticks", ".y-ticks"].forEach((name, index) => {
        const group = svg.querySelector(name);
        if (zoomed) group.replaceChildren(...(index ? yTicks(heights) : xTicks())); else group.innerHTML = svg.whole[index];
      });
    }
    function errors(units, down) {  // 1σ pixel by pixel; the whole range has the widest of a few
      const first = Math.max(nearest(seen[0]) - 1, 0), last = nearest(seen[1]) + 1;
      let drawn = "", upper = [], lower = [];
      for (let at = first; at <= last; at += 1) {
        const here = at < flux.length && !Number.isNaN(flux[at]) && !Number.isNaN(sigma[at]);
        if (here) {
          const x = units(wavelength[at]).toFixed(1);
          upper.push(`${x},${down(flux[at] + sigma[at]).toFixed(1)}`);
          lower.push(`${x},${down(flux[at] - sigma[at]).toFixed(1)}`);
        }
        if (upper.length && (!here || at === last)) {
          drawn += `M${upper.concat(lower.reverse()).join("L")}Z`;
          upper = [];
          lower = [];
        }
      }
      return drawn;
    }
    function moved(note) {
      const at = Number(note.dataset.x);
      const inside = at >= seen[0] && at <= seen[1];
      const shown = zoomed ? left + width * (at - seen[0]) / (seen[1] - seen[0]) : Number(note.dataset.at);
      note.style.display = inside ? "" : "none";
      note.setAttribute("transform", `translate(${(shown - note.dataset.at).toFixed(1)},0)`);
    }
    function heightsIn([low, high]) {
      let least = Infinity, most = -Infinity;
      for (let at = 0; at < flux.length; at += 1) {
        if (wavelength[at] < low || wavelength[at] > high || Number.isNaN(flux[at])) continue;
        least = Math.min(least, flux[at]);
        most = Math.max(most, flux[at]);
      }
      if (!(most > least)) return whole.y;
      const room = 0.06 * (most - least);
      return [least - room, most + room];
    }
    function steps([low, high], most) {
      const raw = (high - low) / most, power = 10 ** Math.floor(Math.log10(raw));
      const step = power * [1, 2, 5, 10].find((one) => one * power >= raw);
      const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      const found = [];
      for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push([at, at.toFixed(digits).replace("-", "−")]);
      return found;
    }
    function xTicks() {
      const foot = top + height;
      return steps(seen, 8).flatMap(([at, label]) => {
        const x = left + width * (at - seen[0]) / (seen[1] - seen[0]);
        return [path("grid", `M${x},${top}V${foot}`), path("axis", `M${x},${foot}v4`), text(label, x, foot + 17, "middle")];
      });
    }
    function yTicks(heights) {
      return steps(heights, 6).flatMap(([at, label]) => {
        const y = top + height * (heights[1] - at) / (heights[1] - heights[0]);
        return [path("grid", `M${left},${y}h${width}`), path("axis", `M${left},${y}h-4`), text(label, left - 7, y + 4, "end")];
      });
    }
    function path(css, d) {
      const element = document.createElementNS("http://www.w3.org/2000/svg", "path");
      element.setAttribute("class", css);
      element.setAttribute("d", d);
      return element;
    }
    function text(label, x, y, anchor) {
      const element = document.createElementNS("http://www.w3.org/2000/svg", "text");
      element.setAttribute("x", x);
      element.setAttribute("y", y);
      element.setAttribute("text-anchor", anchor);
      element.textContent = label;
      return element;
    }
  }
})();
