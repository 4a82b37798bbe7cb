// What is typed: the note, and the boxes of a dialog; kept here until the server has it.

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
// That it is gone is said along: Streamlit's own word on it may be lost where a box was just left.
function sendTyped() {
  if (!covered()) sendAsked();
}

function sendAsked() {
  const candidate = desk.data?.view?.candidate;
  if (!desk.asked || candidate === undefined) return;
  desk.send("asked", { ...desk.asked, closed: true, candidate, number: ++desk.sends });
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
