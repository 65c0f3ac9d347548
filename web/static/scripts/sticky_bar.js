/* A page ends above the bar at the foot of a phone, however high that is. */
import { all } from "./dom.js";

/** Of a pad on which nothing is to be written now, the bar is there but not shown. @type {HTMLElement[]} */
let bars = [];
const heights = new ResizeObserver(() => {
  if (!bars.every((bar) => bar.isConnected)) watchBars();
  else if (bars.length) document.documentElement.style.setProperty("--bar", `${Math.max(...bars.map((bar) => bar.offsetHeight))}px`);
});
function watchBars() {
  const now = all(".asking .bar.sticky");
  if (now.length === bars.length && now.every((bar, place) => bar === bars[place])) return;
  heights.disconnect();
  bars = now;
  for (const bar of bars) heights.observe(bar);
}
document.addEventListener("changed", watchBars);
watchBars();
