/* Looks for a game on the shelf, by its names in every language and by how many people it is for. */
import { all, one } from "./dom.js";

let asked = "";
const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

function find() {
  const label = one(".shelf-find");
  const field = /** @type {HTMLInputElement | null} */ (label && one("input", label));
  if (!label || !field) return;
  label.hidden = false;
  if (field.value !== asked) field.value = asked;
  const words = plain(asked).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const game of all("[data-find]")) {
    const about = ` ${plain(game.dataset.find || "")}`;
    game.hidden = !words.every((word) => about.includes(` ${word}`));
    if (!game.hidden) found += 1;
  }
  for (const shelf of all(".games")) {
    const none = !one("[data-find]:not([hidden])", shelf), title = shelf.previousElementSibling;
    shelf.hidden = none;
    if (title instanceof HTMLElement) title.hidden = none;
  }
  const nothing = one("#shelf-nothing");
  if (nothing) nothing.hidden = found > 0;
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest(".shelf-find")) return;
  asked = target.value;
  find();
});
document.addEventListener("settling", find);
