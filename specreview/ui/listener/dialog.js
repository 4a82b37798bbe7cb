// Dialogs: which box has the keys, and what is selected in it.

// A key that opens a dialog is on its way: what is typed after it is meant for the dialog, however
// long the server takes.
function opening() {
  return [...desk.pending, ...desk.early].some((press) => OPENS_DIALOG.has(press.key));
}

const awaited = () => performance.now() < Math.max(desk.held, desk.focusUntil);

// A dialog takes the focus itself only now and then: put it into its first box for typing.
function watchDialog() {
  const now = performance.now();
  if (opening()) {
    desk.held = now + HOLD_MS;
    if (desk.focusUntil) desk.focusUntil = desk.held;
  } else if (desk.held && (covered() || now > desk.held)) desk.held = 0;
  if (!(now < desk.focusUntil)) desk.ahead = [];
  else firstBox()?.focus();
}

// All its boxes, once they are all there: the button is drawn last, and what is loaded meanwhile
// has a grey stand-in.
const textBoxes = () => {
  const within = (what) => [...document.querySelectorAll(`[role="dialog"] ${what}`)];
  const whole = within('[data-testid="stBaseButton-primary"]').length;
  if (!whole || within('[data-testid="stSkeleton"]').length) return [];
  return within(':is(input:not([role="combobox"]), textarea):not(:disabled)');
};
const firstBox = () => textBoxes()[0];

// Until that box is there, what is typed for it is kept here, and is no key of the page.
function keepAhead(event) {
  if (!awaited() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const text = event.key.length === 1;
  if (!text && !(desk.focusUntil && EDITS.has(event.key))) return false;
  event.preventDefault();
  event.stopPropagation();
  if (desk.focusUntil && !event.repeat) desk.ahead.push(event.key);
  return true;
}

// What is typed takes the place of what was filled in, from the very first letter on.
function watchFocus(event) {
  if (!(performance.now() < desk.focusUntil) || event.target !== firstBox()) return;
  desk.focusUntil = 0;
  stay(desk.ahead.splice(0), performance.now() + HOLD_MS);
}

// The server may fill or even draw the box once more: until a key is pressed, it is entered anew.
function stay(ahead, until) {
  let box, value;
  const enter = () => {
    box = firstBox();
    box.focus();
    box.select();
    ahead.forEach(typeInto);
    value = box.value;
  };
  const pressed = ({ isTrusted }) => isTrusted && (until = 0);
  const again = () => {
    const now = firstBox();
    if (!(performance.now() < until)) return document.removeEventListener("keydown", pressed, true);
    if (now && (now !== box || now.value !== value)) enter();
    return requestAnimationFrame(again);
  };
  document.addEventListener("keydown", pressed, true);
  again();
}

// A key that was kept, in the box that has the focus, as if it were pressed now.
function typeInto(key) {
  const box = document.activeElement;
  const lines = box.matches("textarea");
  if (key.length === 1) document.execCommand("insertText", false, key);
  else if (key === "Backspace") document.execCommand("delete");
  else if (key === "Enter" && lines) document.execCommand("insertText", false, "\n");
  else if (key === "Tab") textBoxes()[textBoxes().indexOf(box) + 1]?.focus();
  else box.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true }));
}

// Ctrl+Enter in a dialog presses its blue button; so does Enter in its only box. The box is left
// first, so that what stands in it goes along; a button that is locked until the server has read it
// is pressed when it opens.
function sendDialog(event) {
  const box = event.target, dialog = box.closest?.('[role="dialog"]');
  if (event.key !== "Enter" || event.repeat || !dialog) return;
  const only = box.matches("input") && textBoxes().length === 1 && textBoxes()[0] === box;
  if (!(event.ctrlKey || event.metaKey || only)) return;
  event.preventDefault();
  event.stopPropagation();
  box.blur();
  const until = performance.now() + HOLD_MS;
  const press = () => {
    const button = dialog.querySelector('[data-testid="stBaseButton-primary"]');
    if (!dialog.isConnected || document.activeElement?.matches("input, textarea")) return;
    if (button && !button.disabled) button.click();
    else if (performance.now() < until) requestAnimationFrame(press);
    else box.focus();
  };
  press();
}
