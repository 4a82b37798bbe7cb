// The reviewer's name outlives a refresh of this tab.
const PLACE = "specreview.reviewer";
const LAST = "specreview.last-reviewer"; // of any tab: offered, never taken without a word

// The question of who reviews has the keys: an offered name is taken by Enter, or typed over from the
// first letter on.
function focusQuestion() {
  const until = performance.now() + 2000;
  let seen, typed = false;
  const look = () => {
    const box = document.querySelector(".st-key-ask_name input");
    if (box && document.activeElement === document.body) box.focus();
    if (box && document.activeElement === box && box.value !== seen) {
      if (seen === undefined) box.addEventListener("keydown", () => (typed = true), { once: true });
      seen = box.value;
      box.select();
    }
    if (!typed && performance.now() < until) requestAnimationFrame(look);
  };
  look();
}

export default function (component) {
  const { data, setStateValue } = component;
  if (data.name) {
    sessionStorage.setItem(PLACE, data.name);
    localStorage.setItem(LAST, data.name);
    return;
  }
  const name = sessionStorage.getItem(PLACE);
  if (name) setStateValue("name", name);
  else if (localStorage.getItem(LAST)) setStateValue("last", localStorage.getItem(LAST));
  if (!name) focusQuestion();
}
