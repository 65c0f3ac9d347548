/* The toast at the foot of the page. */
import { need } from "./dom.js";
import { live } from "./page.js";

const strip = need("#link");
let timer = 0;
/** The texts of the toast in the language of the page: `lost`, `back`, `failed`, `waiting`, `screen`. */
export const texts = /** @type {Record<"lost" | "back" | "failed" | "waiting" | "screen", string>} */ (strip.dataset);

/**
 * Shows a text, for four seconds unless it stays.
 * @param {string} text
 * @param {{good?: boolean, stays?: boolean}} [how]
 */
export function toast(text, { good = false, stays = false } = {}) {
  clearTimeout(timer);
  need("[data-link-text]", strip).textContent = text;
  strip.classList.toggle("good", good);
  strip.hidden = false;
  if (!stays) timer = setTimeout(hideToast, 4000);
}

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
