// The browser's Back and Forward: each candidate of Review is a place to come back to, and so is
// each page. What else the address says (a window, a filter, a dialog) belongs to its candidate.
const CANDIDATE = ["queue", "id", "of"];

function candidateOf({ pathname, searchParams }) {
  const named = pathname.endsWith("/review") && searchParams.has("id");
  return named ? JSON.stringify(CANDIDATE.map((name) => searchParams.get(name))) : null;
}

const here = () => new URL(location.href);

// `asked` is the place that Back or Forward led to, until the server has gone there: what it writes
// meanwhile belongs to that place, and makes no new one.
function watchPlaces() {
  const places = (window.specreviewPlaces = { asked: null, number: 0, path: location.pathname });
  const push = history.pushState;
  history.pushState = function (state, title, url) {
    const there = new URL(url ?? location.href, location.href);
    const left = candidateOf(here());
    const samePage = there.pathname === location.pathname;
    if (!samePage) places.asked = null;
    const samePlace = samePage && (places.asked || left === null || left === candidateOf(there));
    (samePlace ? history.replaceState : push).call(history, state, title, url);
    places.path = location.pathname;
  };
  window.addEventListener("popstate", (event) => goTo(places, event), { capture: true });
}

// Within Review the listener of keys tells the server, in order with what was typed and pressed;
// from another page Streamlit opens Review, and the listener tells it once it is there.
function goTo(places, event) {
  const samePage = location.pathname === places.path;
  places.path = location.pathname;
  places.asked = null;
  if (location.hash || candidateOf(here()) === null) return;
  const query = Object.fromEntries(new URLSearchParams(location.search));
  places.asked = { number: ++places.number, query, told: false };
  if (samePage && window.specreviewDesk?.off) event.stopImmediatePropagation();
}

if (!window.specreviewPlaces) watchPlaces();
