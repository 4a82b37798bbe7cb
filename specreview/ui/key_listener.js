// The keys of the Review page: one listener on the document, one numbered queue.
//
// Each press is stamped with the candidate whose chart is on the screen at that moment, and
// stays in the queue until the server says that it was handled: presses that come faster than
// the page is drawn arrive all the same, in order, each about the candidate that was in sight.
// Clicks on the bar go the same way. A held key counts once. No press counts while a text box,
// a list or a dialog has the attention.

const IDLE_MS = 30000; // longer pauses are not active time
const HOLD_MS = 1500; // after a key that opens a dialog, until the dialog is there
const DRAFT_MS = 400;
const RESEND_MS = 1500;
const EMPTY_MS = 500; // lines that are not there by then will not come
const TYPED = "specreview.note"; // what was typed last: it outlives a refresh of this tab
const ASKED = "specreview.asked"; // the same of the boxes of "Look here" and of a branch

const LETTERS = new Set([..."ynudatfslewzhmxkbopj", ..."0123456789"]);
const NAMED = { Backspace: "backspace", ArrowLeft: "left", ArrowRight: "right" };
const OPENS_DIALOG = new Set(["z", "h", "k", "b"]);
const ANSWERS = new Set(["y", "n", "u", "d", "a"]);

const desk = (window.specreviewDesk ??= {
  listener: Math.random().toString(36).slice(2, 10),
  number: 0,
  pending: [],
  early: [],
  sends: 0,
  zoom: null,
  zoomTimer: 0,
  watching: false,
  sentAt: 0,
  wait: RESEND_MS,
  views: [],
  shown: null, // the candidate whose chart was painted last
  due: { candidate: null, since: 0 }, // the one that is being painted
  held: 0,
  focusUntil: 0,
  inSight: {}, // the cards that were brought into sight
  tookUp: false, // looked for a note of before a refresh
  clock: { candidate: null, since: 0, last: 0, active: 0 },
  note: { candidate: null, text: "", open: false, number: 0, timer: 0 },
});

function nameOf(event) {
  if (event.ctrlKey || event.metaKey || event.isComposing) return null;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
  const digit = /^Digit([1-9])$/.exec(event.code);
  if (event.shiftKey) return digit && !event.altKey ? "shift+" + digit[1] : null;
  if (event.altKey) {
    const code = /^Key([A-Z])$/.exec(event.code);
    return code ? "alt+" + code[1].toLowerCase() : null;
  }
  return NAMED[event.key] ?? (LETTERS.has(letter) ? letter : null);
}

function typing(event) {
  const target = event.composedPath()[0];
  return Boolean(
    target?.isContentEditable || target?.matches?.("input, textarea, select, [role=slider], [role=grid]"),
  );
}

function covered() {
  return document.querySelector(
    '[data-testid="stDialog"], [role="dialog"], [data-testid="stPopoverBody"], [role="listbox"], [role="menu"]',
  );
}

function drawnView() {
  const now = desk.data?.view;
  if (!now) return null;
  if (!now.chart) return now;
  return desk.views.findLast((view) => view.candidate === desk.shown) ?? null;
}

// Runs once the frame that is being made was painted, before any task that waits: the work that
// follows in the page is longer than the frame, and the next frame would come after it.
function afterPaint(act) {
  if (globalThis.scheduler?.postTask) globalThis.scheduler.postTask(act, { priority: "user-blocking" });
  else requestAnimationFrame(act);
}

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

function push(key) {
  if (!desk.data?.view) return;
  const view = drawnView();
  tick();
  const note = desk.note;
  const press = {
    key,
    candidate: view?.candidate ?? desk.shown,
    active: desk.clock.active / 1000,
    elapsed: (performance.now() - desk.clock.since) / 1000,
  };
  press.note = note.candidate === press.candidate ? note.text : null;
  sendZoom();
  if (OPENS_DIALOG.has(key)) desk.held = performance.now() + HOLD_MS;
  if (key === "z" || key === "k") desk.focusUntil = desk.held;
  // The chart may be in sight a moment before the server's word on it: the press waits for it.
  if (view && !desk.early.length) queue(press, view);
  else if (press.candidate !== null) desk.early.push(press);
}

function queue(press, view) {
  desk.number += 1;
  desk.pending.push({ ...press, number: desk.number, version: view.version, token: view.token });
  desk.wait = RESEND_MS;
  sendQueue();
}

function takeEarly() {
  const early = desk.early;
  desk.early = [];
  for (const press of early) {
    const view = desk.views.findLast((known) => known.candidate === press.candidate);
    if (view) queue(press, view);
  }
}

function sendQueue() {
  desk.sentAt = performance.now();
  desk.send("queue", { listener: desk.listener, keys: [...desk.pending], sent: ++desk.sends });
}

// A press that the server has not taken for a while is sent again; its number keeps it one.
function watchQueue() {
  if (!desk.pending.length || performance.now() - desk.sentAt < desk.wait) return;
  desk.wait *= 2;
  sendQueue();
}

function onKey(event) {
  if (event.defaultPrevented || typing(event)) return;
  if (!desk.data?.view) return; // the end of the queue: nothing is in sight, its buttons have keys
  if (event.key === "Escape") closeMenus(null);
  if (["Enter", " "].includes(event.key) && event.target.matches?.('[role="button"][data-press]')) {
    event.preventDefault();
    event.target.click(); // a real button would do so by itself
    return;
  }
  const key = nameOf(event);
  if (!key || covered()) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.repeat || performance.now() < desk.held) return;
  if (key === "t") openNote();
  else push(ofMenu(key));
  closeMenus(null);
}

// The digits that an open menu of marks shows are about its own step, not about the active one.
function ofMenu(key) {
  const choice = document.querySelector(`details.marks[open] [data-press^="${key}+"]`);
  return choice?.dataset.press ?? key;
}

function pressed(target) {
  const holder = target.closest?.('[class*="st-key-press_"], [data-press]');
  if (!holder || holder.querySelector("button:disabled")) return null;
  return holder.dataset.press ?? /st-key-press_([a-z0-9]+)__/.exec(holder.className)?.[1] ?? null;
}

// A step's menu of marks closes at any key or click but the one that opens it.
function closeMenus(target) {
  for (const menu of document.querySelectorAll("details.marks[open]")) {
    menu.open = menu.firstElementChild.contains(target);
  }
}

function onOpened({ target, newState }) {
  if (newState !== "open" || !target.matches?.("details.marks")) return;
  target.lastElementChild.scrollIntoView({ block: "nearest" });
}

function onClick(event) {
  closeMenus(event.target);
  const key = pressed(event.target);
  if (!key) return;
  event.preventDefault();
  event.stopPropagation();
  document.activeElement?.blur?.();
  if (event.detail > 1 && ANSWERS.has(key)) return; // the second half of a double click
  if (key === "t") openNote();
  else push(key);
}

// A list keeps the focus after a choice; give it back to the keys.
function onChosen(event) {
  const option = event.composedPath().some((node) => node.getAttribute?.("role") === "option");
  if (option) setTimeout(() => document.activeElement?.blur?.(), 80);
}

// The note: it opens here, without waiting for the server, so that what is typed right after T
// lands in it.
function noteBox() {
  return desk.root?.querySelector(".note");
}

function openNote() {
  const view = drawnView();
  const box = noteBox();
  if (!view || !box || view.chart === undefined) return;
  const note = desk.note;
  if (note.candidate !== view.candidate) {
    note.candidate = view.candidate;
    note.text = desk.data.note ?? "";
  }
  note.open = true;
  box.hidden = false;
  const area = box.querySelector("textarea");
  area.value = note.text;
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
  sendNote(false); // so that no other program takes the page away from it
}

function sendNote(closed) {
  const note = desk.note;
  clearTimeout(note.timer);
  if (note.candidate === null) return;
  note.number += 1;
  desk.send("note", {
    listener: desk.listener,
    number: note.number,
    candidate: note.candidate,
    text: note.text,
    closed,
  });
}

// What is typed reaches the server after a pause; a refresh may come first.
function keepTyped() {
  const { candidate, version } = drawnView() ?? {};
  if (candidate !== desk.note.candidate) return;
  const typed = { place: desk.data.place, version, text: desk.note.text };
  sessionStorage.setItem(TYPED, JSON.stringify(typed));
}

function takeUpTyped(data) {
  const kept = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
  sessionStorage.removeItem(TYPED);
  const same = (typed) => JSON.stringify([typed.place, typed.version]);
  const here = { place: data.place, version: data.view.version };
  if (!kept || same(kept) !== same(here) || kept.text === data.note) return;
  desk.note.candidate = data.view.candidate;
  desk.note.text = kept.text;
  sendNote(false);
}

// What is typed for "Look here" and for a branch: kept here, so that a refresh loses nothing.
function onTyped(event) {
  const box = event.target.closest?.('[class*="st-key-ask_"]');
  const name = /st-key-ask_(window|note)_/.exec(box?.className ?? "")?.[1];
  if (!name) return;
  desk.asked = { ...desk.asked, [name]: event.target.value };
  sessionStorage.setItem(ASKED, JSON.stringify({ place: desk.data?.place, asked: desk.asked }));
}

// It is told once the dialog is gone: a run of the page would put an open one up anew, and empty.
function sendTyped() {
  const candidate = desk.data?.view?.candidate;
  if (!desk.asked || candidate === undefined || covered()) return;
  desk.send("asked", { ...desk.asked, candidate, number: ++desk.sends });
  desk.asked = null;
  sessionStorage.removeItem(ASKED);
}

// After a refresh the boxes were drawn without it: they are filled again.
function takeUpAsked(data) {
  const kept = JSON.parse(sessionStorage.getItem(ASKED) ?? "null");
  sessionStorage.removeItem(ASKED);
  if (!kept || JSON.stringify(kept.place) !== JSON.stringify(data.place)) return;
  const candidate = data.view.candidate;
  desk.send("asked", { ...kept.asked, candidate, number: ++desk.sends });
}

function closeNote() {
  if (!desk.note.open) return;
  desk.note.open = false;
  const box = noteBox();
  box?.querySelector("textarea").blur();
  if (box) box.hidden = true;
  sendNote(true);
}

function wireNote(root) {
  const area = root.querySelector(".note textarea");
  if (!area || area.dataset.wired) return;
  area.dataset.wired = "yes";
  area.addEventListener("input", () => {
    desk.note.text = area.value;
    keepTyped();
    clearTimeout(desk.note.timer);
    desk.note.timer = setTimeout(() => sendNote(false), DRAFT_MS);
  });
  area.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const done = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
    if (!done) return;
    event.preventDefault();
    closeNote();
  });
  area.addEventListener("blur", closeNote);
}

// A key that opens a dialog is on its way: what is typed after it is meant for the dialog, however
// long the server takes.
function opening() {
  return [...desk.pending, ...desk.early].some((press) => OPENS_DIALOG.has(press.key));
}

// A dialog takes the focus itself only now and then: put it into its first box.
function watchDialog() {
  const now = performance.now();
  if (opening()) {
    desk.held = now + HOLD_MS;
    if (desk.focusUntil) desk.focusUntil = desk.held;
  } else if (desk.held && (covered() || now > desk.held)) desk.held = 0;
  if (!(now < desk.focusUntil)) return;
  firstBox()?.focus();
}

const firstBox = () => document.querySelector('[role="dialog"] input, [role="dialog"] textarea');

// What is typed takes the place of what was filled in, from the very first letter on.
function watchFocus(event) {
  if (!(performance.now() < desk.focusUntil) || event.target !== firstBox()) return;
  desk.focusUntil = 0;
  event.target.select();
  stay(event.target, performance.now() + HOLD_MS);
}

// The server may fill or even draw the box once more: until a key is pressed, it is entered anew.
function stay(box, until) {
  let value = box.value;
  const pressed = () => (until = 0);
  const again = () => {
    const now = firstBox();
    if (!(performance.now() < until)) return document.removeEventListener("keydown", pressed, true);
    if (now && (now !== box || now.value !== value)) {
      [box, value] = [now, now.value];
      box.focus();
      box.select();
    }
    return requestAnimationFrame(again);
  };
  document.addEventListener("keydown", pressed, true);
  again();
}

// The step that the chart shows is brought into sight, with the picture that the model saw; so is
// the one that a key marked.
function watchActive() {
  for (const state of ["active", "marked"]) {
    const card = document.querySelector(`.step.${state}`);
    if (card?.dataset.card === desk.inSight[state]) continue;
    desk.inSight[state] = card?.dataset.card;
    card?.scrollIntoView({ block: "nearest" });
  }
}

// A change of theme in the browser does not run the script by itself.
function watchTheme() {
  const app = document.querySelector(".stApp");
  const scheme = app && getComputedStyle(app).colorScheme.includes("dark") ? "dark" : "light";
  const root = document.documentElement.style; // dialogs stand outside of the app
  if (app && root.colorScheme !== scheme) root.colorScheme = scheme;
  if (app && desk.data?.theme && scheme !== desk.data.theme && scheme !== desk.sentTheme) {
    desk.sentTheme = scheme;
    desk.send("theme", scheme);
  }
}

function forget(data) {
  desk.pending = desk.pending.filter((press) => press.number > (data.handled?.[desk.listener] ?? 0));
  const view = data.view;
  if (!view) return;
  const known = desk.views.at(-1)?.token === view.token;
  if (!known) desk.views = [...desk.views.slice(-7), view];
  startClock(view.candidate);
  const note = desk.note;
  const moved = note.candidate !== null && note.candidate !== view.candidate;
  if (moved && !note.open) note.candidate = null;
  if (!note.open && data.note_set !== desk.noteSet) note.candidate = null; // answered: a new draft
  desk.noteSet = data.note_set;
}

// What the server says of the view that it draws; it comes through a component of its own,
// which is small, so that this script need not travel with each candidate.
desk.told = (data) => {
  desk.data = data;
  forget(data);
  if (data.view && !desk.tookUp) {
    desk.tookUp = true;
    takeUpTyped(data);
    takeUpAsked(data);
  }
  takeEarly();
};

export default function (component) {
  const { parentElement, setStateValue } = component;
  desk.root = parentElement;
  desk.send = setStateValue;
  desk.off?.();
  const aborter = new AbortController();
  const capture = { capture: true, signal: aborter.signal };
  document.addEventListener("keydown", onKey, capture);
  document.addEventListener("click", onClick, capture);
  document.addEventListener("toggle", onOpened, capture);
  document.addEventListener("pointerup", onChosen, capture);
  document.addEventListener("input", onTyped, capture);
  document.addEventListener("focusin", watchFocus, capture);
  for (const kind of ["pointermove", "wheel", "pointerdown", "keydown"]) {
    document.addEventListener(kind, tick, { ...capture, passive: true });
  }
  const watch = setInterval(() => {
    watchZoom();
    watchQueue();
    watchDialog();
    sendTyped();
    watchTheme();
    watchActive();
  }, 60);
  const off = () => {
    aborter.abort();
    clearInterval(watch);
  };
  desk.off = off;
  wireNote(parentElement);
  watchChart();
  if (window.specreviewTold) desk.told(window.specreviewTold);
  return () => {
    off();
    if (desk.off !== off) return;
    desk.off = null;
    desk.data = null;
    if (desk.note.open) closeNote();
  };
}
