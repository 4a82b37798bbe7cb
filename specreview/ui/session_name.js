// The reviewer's name outlives a refresh of this tab.
const PLACE = "specreview.reviewer";
const LAST = "specreview.last-reviewer"; // of any tab: offered, never taken without a word

// The address follows the candidate, but only a change of page is a step for the browser's Back:
// otherwise each candidate would be one, and the way back to the page before would be barred.
if (!window.specreviewHistory) {
  const push = history.pushState;
  window.specreviewHistory = true;
  history.pushState = function (state, title, url) {
    const there = new URL(url ?? location.href, location.href);
    const step = there.pathname === location.pathname ? history.replaceState : push;
    step.call(history, state, title, url);
  };
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
}
