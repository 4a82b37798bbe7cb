// The keys of the Review page: one listener on the document, one numbered queue.
//
// Each press is stamped with the candidate whose chart is on the screen at that moment, and
// stays in the queue until the server says that it was handled: presses that come faster than
// the page is drawn arrive all the same, in order, each about the candidate that was in sight.
// Clicks on the bar go the same way. A held key counts once. No press counts while a text box,
// a list or a dialog has the attention.
//
// The parts in this folder are one script, joined in the order of PARTS in ui/keys.py; what they
// share is `desk`, which outlives a new mounting of the script.

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
const HAS_BOXES = new Set(["z", "k", "b"]); // those whose dialog takes text
const EDITS = new Set(["Backspace", "Tab", "Enter", "Escape"]);
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
  ahead: [], // keys for a dialog that is not drawn yet
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
