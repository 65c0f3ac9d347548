/* The page of tracked numbers: finds things by their words, and the button names what was changed. */
import "./common.js";
import { all, byId, need } from "../dom.js";

const form = /** @type {HTMLFormElement | null} */ (byId("numbers"));
if (form) start(form);

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

function start(/** @type {HTMLFormElement} */ form) {
  const bar = need("#numbers-bar", form), button = /** @type {HTMLButtonElement} */ (need("button", bar)), was = need("#numbers-was", bar);
  const find = /** @type {HTMLInputElement} */ (need("#find")), found = need("#found"), none = need("#numbers-none");
  const far = /** @type {HTMLDetailsElement | null} */ (byId("numbers-far"));
  const rows = all(".number-row", form), things = /** @type {HTMLDetailsElement[]} */ (all(".thing", form));
  const fieldOf = (/** @type {HTMLElement} */ row) => /** @type {Field} */ (need("input, select", row));
  const valueOf = (/** @type {HTMLElement} */ row) => {
    const field = fieldOf(row);
    return field instanceof HTMLSelectElement ? field.selectedOptions[0].textContent || "" : field.value;
  };
  const fill = (/** @type {string} */ text, /** @type {Record<string, string>} */ given) => text.replace(/\{(\w+)\}/g, (place, key) => key in given ? given[key] : place);

  const name = () => {
    const changed = rows.filter((row) => fieldOf(row).value !== row.dataset.was);
    for (const row of rows) need(".number-was", row).hidden = !changed.includes(row);
    bar.hidden = !changed.length;
    if (!changed.length) return;
    const [{ dataset }] = changed, one = changed.length === 1;
    const what = dataset.what || "", who = dataset.who || "", n = valueOf(changed[0]);
    button.textContent = one ? fill(form.dataset[dataset.set || "table"] || "", { what, who, n }) : fill(form.dataset.more || "", { n: String(changed.length) });
    was.textContent = !one ? form.dataset.taken || "" : dataset.set === "hidden" ? "" : fill(form.dataset.was || "", { n: dataset.wasWords || "" });
  };
  form.addEventListener("input", name);
  form.addEventListener("submit", () => {
    // what was not touched is not sent; a page that is come back to can be sent again
    for (const row of rows) fieldOf(row).disabled = fieldOf(row).value === row.dataset.was;
    setTimeout(() => rows.forEach((row) => (fieldOf(row).disabled = false)));
  });
  addEventListener("pageshow", name);
  name();

  const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const search = () => {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    const fits = things.filter((thing) => words.every((word) => plain(thing.dataset.thing || "").includes(word)));
    for (const thing of things) {
      thing.hidden = !fits.includes(thing);
      if (words.length) thing.open = fits.length < 3 && !thing.hidden;
    }
    if (far && words.length) far.open = true;
    if (far) {
      need("summary", far).hidden = Boolean(words.length);
      far.hidden = Boolean(words.length) && !fits.some((thing) => far.contains(thing));
    }
    found.textContent = words.length ? fill(found.dataset.words || "", { n: String(fits.length) }) : "";
    none.hidden = Boolean(fits.length);
  };
  need("#numbers-find").hidden = false;
  find.addEventListener("input", search);
  if (find.value) search();
}
