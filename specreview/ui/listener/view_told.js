// Hands to the key listener what the server says of the view that it draws.
export default function (component) {
  window.specreviewTold = component.data;
  window.specreviewDesk?.told?.(component.data);
}
