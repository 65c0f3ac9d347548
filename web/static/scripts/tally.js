/* What is printed several times: tapping a choice again counts it up, and after the most it is taken off. */
import "./answers.js";
import { around, fieldOf, inputs, need } from "./dom.js";

/** When each was picked first: counting up does not pick it anew. @type {WeakMap<HTMLInputElement, string>} */
const since = new WeakMap();

document.addEventListener("input", (event) => {
  const field = fieldOf(event), tile = around(field, "[data-tally]");
  if (!tile || !field.matches("[data-once]")) return;
  const times = inputs("[data-times]", tile), before = times.findIndex(({ checked }) => checked) + 1;
  // the tap has turned it off: it stood there `before` times more than once
  const more = field.checked ? 0 : before + 1, stays = field.checked || more <= times.length;
  if (stays && !field.checked) since.set(field, field.dataset.pickedAt || "");
  field.checked = stays;
  times.forEach((input, at) => { input.checked = stays && at === more - 1; });
  need("[data-count]", tile).textContent = stays ? String(more + 1) : "";
}, true);
document.addEventListener("input", (event) => {
  const field = fieldOf(event), at = since.get(field);
  if (at === undefined) return;
  since.delete(field);
  field.dataset.pickedAt = at;
});
