/* What is entered in forms: kept through updates, and sent in the order in which it was picked. */
import { byId, entered, fieldOf, forms, inputs } from "./dom.js";
import { toast } from "./toast.js";

/** Ids of forms whose answer is on its way, and of those among them that were answered by a tap on a picture. */
export const sending = /** @type {Set<string>} */ (new Set()), pictured = /** @type {Set<string>} */ (new Set());

// -- kept while the same is asked -----------------------------------------------------------------------------------
/** @typedef {{digest: string | undefined, fields: {id: string, value: string, checked: boolean}[]}} Kept what is entered in a form */

/** @param {HTMLFormElement} form */
const fieldsOf = (form) => /** @type {HTMLInputElement[]} */ ([...form.elements]).filter((field) => field.id && field.type !== "file");

/** @returns {Map<string, Kept>} */
export function keepAnswers() {
  return new Map(forms("form[data-digest]").map((form) => [form.id, {
    digest: form.dataset.digest,
    fields: fieldsOf(form).map(({ id, value, checked }) => ({ id, value, checked })),
  }]));
}

/** @param {Map<string, Kept>} kept */
export function giveBack(kept) {
  for (const form of forms("form[data-digest]")) {
    const before = kept.get(form.id);
    if (!before || before.digest !== form.dataset.digest) continue;
    for (const { id, value, checked } of before.fields) {
      const field = /** @type {HTMLInputElement | null} */ (byId(id));
      if (!field || field.disabled) continue;
      if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
      else if (field.value !== value && field.type !== "submit") field.value = value;
    }
    chooseAgain(form);
  }
}

const chosen = new Set(); // ids of forms in which somebody chose
/**
 * What was chosen cannot be had any more: what the page suggests now is chosen, which is said to whoever chose.
 * @param {HTMLFormElement} form
 */
function chooseAgain(form) {
  const suggested = inputs("input[type=radio]", form).find((field) => field.defaultChecked && !field.disabled);
  if (!suggested || inputs("input[type=radio]:checked:enabled", form).some(({ name }) => name === suggested.name)) return;
  suggested.checked = true;
  if (form.dataset.lost && chosen.delete(form.id)) toast(form.dataset.lost);
}

// -- in the order in which it was picked ----------------------------------------------------------------------------
let picks = 1000; // those that are usual come first
document.addEventListener("input", (event) => {
  const field = fieldOf(event);
  if (field.type === "radio" && field.form) chosen.add(field.form.id);
  if (field.type === "checkbox" && field.checked) field.dataset.pickedAt = String(++picks);
});
/* Of several that are ticked the order counts in which they were: they are sent in it, not in that of the page. */
document.addEventListener("formdata", ({ target, formData }) => {
  const form = /** @type {HTMLFormElement} */ (target);
  if (!form.matches("form.ask")) return;
  const when = (/** @type {HTMLElement} */ { dataset }) => Number(dataset.pickedAt || 0);
  const picked = inputs("input[type=checkbox]:checked", form).sort((a, b) => when(a) - when(b));
  for (const { name } of picked) formData.delete(name);
  for (const { name, value } of picked) formData.append(name, value);
  if (form.matches("[data-form]")) formData.set("ordered", "yes");
});

const nonce = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/**
 * What a form sends, as by this button; with a nonce, by which it counts once however often it is sent.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} [submitter]
 */
export function filled(form, submitter) {
  const body = entered(form);
  if (submitter && submitter.name) body.set(submitter.name, submitter.value);
  if (body.has("nonce")) body.set("nonce", nonce());
  return body;
}
