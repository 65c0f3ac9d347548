/* What was picked away from the phone, as by a tag at the reader of its seat, is picked on the page too. Nothing is uncovered. */
import { byId, inputs, one } from "./dom.js";

/** The pick that the page has taken over last. */
let done = "";

function takeOver() {
  const mark = one("#picked-away");
  if (!mark) return;
  const { once = "", choice = "" } = mark.dataset, input = /** @type {HTMLInputElement | null} */ (byId(choice));
  if (once === done || !input) return;
  done = once;
  input.checked = input.type === "radio" || !input.checked;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
document.addEventListener("settling", takeOver);
