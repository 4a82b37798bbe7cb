// The reviewer's name outlives a refresh of this tab.
const PLACE = "specreview.reviewer";
const LAST = "specreview.last-reviewer"; // of any tab: offered, never taken without a word

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
