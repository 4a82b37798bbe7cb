// The reviewer's name outlives a refresh of this tab, and nothing else.
const PLACE = "specreview.reviewer";

export default function (component) {
  const { data, setStateValue } = component;
  if (data.name) {
    sessionStorage.setItem(PLACE, data.name);
    return;
  }
  const name = sessionStorage.getItem(PLACE);
  if (name) setStateValue("name", name);
}
