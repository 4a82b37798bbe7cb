// The pictures of the trace: each is fetched when it comes near to the part of the trace that is
// in sight, and a click opens it at full size over the page. The browser's own lazy loading does
// not do: it fetches all within thousands of pixels, which is the whole trace.
//
// The dialog takes the keyboard: no key decides while it is open. Escape or a click closes it,
// and the focus goes back.

const NEAR = "200px";
const LOOK_MS = 100;
const AGAIN_MS = 3000;
const TRIES = 3;
const failed = new WeakMap();
const observers = new WeakMap(); // one for each scrolled box

function fetchNear(entries, observer) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    if (target.dataset.src) target.src = target.dataset.src;
    target.removeAttribute("data-src");
  }
}

// Watching one that is watched already changes nothing.
function watchNew() {
  for (const image of document.querySelectorAll("a.picture img[data-src]")) {
    const box = image.closest(".st-key-trace, .st-key-compare");
    if (!box) continue;
    if (!observers.has(box)) {
      const near = { root: box, rootMargin: `${NEAR} 0px` };
      observers.set(box, new IntersectionObserver(fetchNear, near));
    }
    observers.get(box).observe(image);
  }
}

function show(link) {
  const { alt, src } = link.querySelector("img");
  const dialog = document.createElement("dialog");
  dialog.className = "full-picture";
  dialog.setAttribute("role", "dialog"); // by this the key listener knows that it is covered
  dialog.setAttribute("aria-label", alt);
  const picture = new Image();
  Object.assign(picture, { src: link.href || src, alt });
  dialog.append(picture);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function onClick(event) {
  const link = event.target.closest?.("a.picture");
  if (!link?.querySelector("img") || event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
  event.preventDefault();
  if (!document.querySelector("dialog.full-picture")) show(link);
}

// The server may be away for a moment; a picture that stays away says so.
function onError(event) {
  const image = event.target;
  const link = image.closest?.("a.picture");
  if (!link) return;
  const tries = (failed.get(image) ?? 0) + 1;
  failed.set(image, tries);
  link.classList.toggle("missing", tries >= TRIES);
  if (tries < TRIES) setTimeout(() => image.isConnected && (image.src = link.href), AGAIN_MS);
}

export default function () {
  const aborter = new AbortController();
  document.addEventListener("click", onClick, { signal: aborter.signal });
  document.addEventListener("error", onError, { capture: true, signal: aborter.signal });
  const watch = setInterval(watchNew, LOOK_MS);
  return () => {
    aborter.abort();
    clearInterval(watch);
    document.querySelector("dialog.full-picture")?.close();
  };
}
