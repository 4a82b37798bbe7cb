// What the page looks after by itself, and how the listener is mounted: the last part.

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
  arrived(data);
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
  document.addEventListener("keydown", sendDialog, capture);
  document.addEventListener("click", onClick, capture);
  document.addEventListener("toggle", onOpened, capture);
  document.addEventListener("pointerup", onChosen, capture);
  document.addEventListener("input", onTyped, capture);
  document.addEventListener("focusin", watchFocus, capture);
  for (const kind of ["pointermove", "wheel", "pointerdown", "keydown"]) {
    document.addEventListener(kind, tick, { ...capture, passive: true });
  }
  const watch = setInterval(() => {
    watchPlace();
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
