// Back and Forward of the browser, as ui/history.js notes them: the server is told where they lead.

// What is being typed belongs to the candidate that leaves the screen: it goes first.
function watchPlace() {
  const asked = window.specreviewPlaces?.asked;
  if (!asked || asked.told || !desk.data) return;
  asked.told = true;
  closeNote();
  sendAsked();
  desk.send("went", { number: asked.number, query: asked.query });
}

function arrived(data) {
  const places = window.specreviewPlaces;
  if (places?.asked?.told && data.went === places.asked.number) places.asked = null;
}
