/* A page ends above the bar at the foot of a phone, however high that is. */
import { one } from "./dom.js";

/** @type {HTMLElement | null} */
let bar = null;
const heights = new ResizeObserver(() => {
  if (bar && bar.isConnected) document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`);
  else watchBar();
});
function watchBar() {
  const now = one(".asking .bar.sticky");
  if (now === bar) return;
  heights.disconnect();
  bar = now;
  if (bar) heights.observe(bar);
}
document.addEventListener("changed", watchBar);
watchBar();
