/* What was picked away from the phone, as by tags at the reader of its seat, is picked on the page too. Nothing is uncovered. */
import { all, byId } from "./dom.js";

/** The picks that the page has taken over. @type {Set<string>} */
const done = new Set();

function takeOver() {
  for (const { dataset: { pickedAway = "", choice = "" } } of /** @type {HTMLElement[]} */ (all("[data-picked-away]"))) {
    const input = /** @type {HTMLInputElement | null} */ (byId(choice));
    if (done.has(pickedAway) || !input) continue;
    done.add(pickedAway);
    input.checked = input.type === "radio" || !input.checked;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
document.addEventListener("settling", takeOver);
