/* The menu: what is chosen there holds at once. It closes by a tap beside it, as what may be taken back does. */
import { filled } from "./answers.js";
import { postUntilAnswered } from "./connection.js";
import { all, fieldOf, one } from "./dom.js";

document.addEventListener("input", (event) => {
  const field = fieldOf(event), { form } = field;
  if (form && form.matches("[data-look]")) choose(form, field);
});
document.addEventListener("click", ({ target }) => {
  for (const menu of /** @type {HTMLDetailsElement[]} */ (all("details.menu[open], details.undo[open]"))) {
    if (!menu.contains(/** @type {Node} */ (target))) menu.open = false;
  }
});

/* What is taken back is on its way. */
document.addEventListener("submit", ({ target }) => {
  const sheet = /** @type {HTMLDetailsElement | null} */ (one("details.undo[open]"));
  if (sheet && target instanceof Element && target.closest("#undo-forms")) sheet.open = false;
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
async function choose(form, { name, value, type, checked }) {
  if (name === "theme") light(value);
  else document.body.dataset[name] = type === "checkbox" && !checked ? "off" : value;
  await postUntilAnswered(form.action, filled(form));
  if (name === "lang") location.reload();
}

/** @param {string} value `dark`, `light`, or empty for as the device has it */
function light(value) {
  value ? (document.documentElement.dataset.theme = value) : delete document.documentElement.dataset.theme;
  for (const colour of /** @type {HTMLMetaElement[]} */ (all("meta[data-theme]"))) {
    const { theme } = colour.dataset;
    colour.media = !value ? `(prefers-color-scheme: ${theme})` : value === theme ? "all" : "not all";
  }
}
