// Dialogs: which box has the keys, and what is selected in it.

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
