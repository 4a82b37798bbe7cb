// Presses: each goes into a numbered queue, stamped with the view that it was made on.

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
  if (HAS_BOXES.has(key)) desk.focusUntil = desk.held;
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
  if (keepAhead(event)) return;
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
