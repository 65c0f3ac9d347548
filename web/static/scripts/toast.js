/* The toast: a line that lies where nothing can be tapped, as low as that goes, and lets every tap through. */
import { all, need } from "./dom.js";
import { live } from "./page.js";

const strip = need("#link");
/** Milliseconds that it stays, and that a word of thanks does; until it looks for its place again. */
const STAYS = 4000, BRIEFLY = 2000, AGAIN = 150;
const STEP = 8, GAP = 12; // pixels: from one place to the next that it tries; from the edges of the window
/** What a finger or a camera is meant for. */
const KEPT_FREE = "a[href], button, summary, label, input, select, textarea, [data-pick], [data-lay-board], .cover-face, [class$=-qr]";
/** Of these it covers none for the sake of others, where a page is so full that something lies under it. */
const FIRST = ".act, .top *, .turn-band *, .tab-bar *, .bar *", MUCH = 100;
let timer = 0, moving = 0;
/** The texts of the toast in the language of the page: `lost`, `back`, `failed`, `waiting`, `screen`. */
export const texts = /** @type {Record<"lost" | "back" | "failed" | "waiting" | "screen", string>} */ (strip.dataset);

/**
 * Shows a text, for four seconds, or two where it is `brief`, unless it stays.
 * @param {string} text
 * @param {{good?: boolean, stays?: boolean, brief?: boolean}} [how]
 */
export function toast(text, { good = false, stays = false, brief = false } = {}) {
  clearTimeout(timer);
  need("[data-link-text]", strip).textContent = text;
  strip.classList.toggle("good", good);
  strip.hidden = false;
  settle();
  if (!stays) timer = setTimeout(hideToast, brief ? BRIEFLY : STAYS);
}

// -- its place ------------------------------------------------------------------------------------------------------
/** By how many pixels two stretches lie over each other. @type {(from: number, to: number, low: number, high: number) => number} */
const shared = (from, to, low, high) => Math.max(0, Math.min(to, high) - Math.max(from, low));
/** Puts it as low as it covers no control, in the middle before the sides, or where it covers least. It stays where it is while that is free. */
function settle() {
  if (strip.hidden) return;
  const { left, top, width, height } = strip.getBoundingClientRect(), { innerWidth, innerHeight } = window;
  const seen = all(KEPT_FREE).filter((node) => !node.checkVisibility || node.checkVisibility()); // what is folded has a box too
  const boxes = seen.map((node) => ({ box: node.getBoundingClientRect(), weight: node.matches(FIRST) ? MUCH : 1 })).filter(({ box }) => box.width && box.height);
  /** @type {(x: number, y: number) => number} */
  const covered = (x, y) => boxes.reduce((sum, { box, weight }) => sum + weight * shared(x, x + width, box.left, box.right) * shared(y, y + height, box.top, box.bottom), 0);
  if (strip.style.top && left >= 0 && top >= 0 && top + height <= innerHeight && !covered(left, top)) return;
  const lowest = innerHeight - height - GAP;
  let best = { x: (innerWidth - width) / 2, y: lowest, least: Infinity };
  for (const x of [best.x, GAP, innerWidth - width - GAP]) {
    for (let y = lowest; best.least && y >= 0; y -= STEP) {
      const least = covered(x, y);
      if (least < best.least) best = { x, y, least };
    }
  }
  strip.style.left = `${best.x}px`;
  strip.style.top = `${best.y}px`;
}
function settleSoon() {
  clearTimeout(moving);
  if (!strip.hidden) moving = setTimeout(settle, AGAIN);
}
addEventListener("scroll", settleSoon, { passive: true });
addEventListener("resize", settleSoon);
document.addEventListener("changed", settleSoon);

/** @type {(hidden?: boolean) => void} */
export function hideToast(hidden = true) {
  strip.hidden = hidden;
}

let said = strip.dataset.said;
/** Shows again what came with the page as a notice, once the first update of the page has taken that away. */
export function sayAgain() {
  const part = live();
  if (!said || !part || (part.textContent || "").includes(said)) return;
  toast(said, { good: true });
  said = "";
}
