/* Choosing: marks and counters of what is chosen, places of pictures, and the preview of an answer before it is sent. */
import { filled } from "./answers.js";
import { post } from "./connection.js";
import { drawCovers } from "./covers.js";
import { all, around, byId, fieldOf, forms, inputs, need, one } from "./dom.js";
import { nobodyTouches } from "./fingers.js";
import { changing } from "./tap_guard.js";

/* A step is sent without its answer being entered in fields: the panel of the button holds it. */
const isStep = (/** @type {HTMLFormElement} */ form) => ["pick", "place", "confirm"].includes(form.dataset.kind || "");

// -- previews -------------------------------------------------------------------------------------------------------
/** @typedef {{timer?: number, abort?: AbortController}} Waiting a preview that is to be asked for, or is on its way */
/** @type {WeakMap<HTMLFormElement, Waiting>} */
const waiting = new WeakMap();
/**
 * A step was not taken: its option is marked, and what it would do stands beside the button that sends it.
 * @param {HTMLFormElement} form
 * @param {string} html
 */
export function choose(form, html) {
  dropPreview(form); // of what was chosen before
  draw(need("[data-preview-panel]", form), html);
  mark();
}
/** What a panel held before a preview was drawn into it. @type {WeakMap<Element, string>} */
const served = new WeakMap();
/** @type {(panel: Element, html: string) => void} */
function draw(panel, html) {
  if (!panel.hasAttribute("data-previewed")) served.set(panel, panel.innerHTML);
  panel.setAttribute("data-previewed", "");
  changing(() => {
    Idiomorph.morph(panel, html, { morphStyle: "innerHTML" });
    drawCovers();
  });
}
/**
 * Another question is asked. Its bar is not sent where the table has drawn it as before: then what this page has drawn into
 * it, for an answer to the question before, goes away.
 * @param {HTMLFormElement} form
 */
export function dropDrawn(form) {
  const panel = one("[data-preview-panel]", form);
  if (!panel || !panel.hasAttribute("data-previewed")) return; // an update has replaced it
  dropPreview(form);
  panel.innerHTML = served.get(panel) || "";
  panel.removeAttribute("data-previewed");
}
/**
 * None that is on its way is shown any more.
 * @param {HTMLFormElement} form
 */
function dropPreview(form) {
  const state = waiting.get(form);
  if (!state) return;
  clearTimeout(state.timer);
  if (state.abort) state.abort.abort();
}
/** @param {HTMLFormElement} form */
function previewSoon(form) {
  const state = waiting.get(form) || {};
  dropPreview(form);
  const act = /** @type {HTMLButtonElement | null} */ (one("[data-act]", form)), panel = one("[data-preview-panel]", form);
  const answered = isStep(form) ? one("[data-chosen]", form) !== null : form.checkValidity();
  if (act) act.disabled = true;
  if (panel) panel.setAttribute("aria-busy", String(answered));
  if (answered) state.timer = setTimeout(() => preview(form, state), 120);
  waiting.set(form, state);
}
/**
 * @param {HTMLFormElement} form
 * @param {Waiting} state
 */
async function preview(form, state) {
  const { signal } = (state.abort = new AbortController());
  const body = filled(form);
  const panel = need("[data-preview-panel]", form);
  try {
    const reply = await post(form.dataset.preview || "", body, "text/html", { signal });
    const html = await reply.text();
    await nobodyTouches();
    if (signal.aborted) return;
    if (!reply.ok || !html.trim()) throw new Error(String(reply.status));
    draw(panel, html);
  } catch (error) {
    if (signal.aborted) return;
    const act = /** @type {HTMLButtonElement | null} */ (one("[data-act]", form));
    if (act) { act.textContent = act.dataset.plain || ""; act.disabled = false; }
  }
  panel.setAttribute("aria-busy", "false");
}

// -- marks and counters -----------------------------------------------------------------------------------------------
/* The option whose answer stands ready to be sent. */
function mark() {
  for (const form of forms("form[data-ask]").filter(isStep)) {
    const ready = /** @type {HTMLInputElement | null} */ (one("[data-chosen]", form)), chosen = ready ? ready.value : undefined;
    for (const option of /** @type {HTMLButtonElement[]} */ (all(".option", form))) {
      if (option.value === chosen) option.setAttribute("aria-current", "true");
      else option.removeAttribute("aria-current");
    }
  }
  for (const node of all("[data-pick]")) {
    const option = optionOf(node);
    if (option && option.form && option.form.matches("[data-form]")) continue; // marked by forms.js
    /** @type {Element} */ (node.closest(".pressable")).classList.toggle("picked", option !== null && option.hasAttribute("aria-current"));
  }
}
function count() {
  for (const output of /** @type {HTMLOutputElement[]} */ (all("[data-picked]"))) {
    const form = /** @type {HTMLElement} */ (output.form || output.closest("form"));
    const text = `${all("input:checked", form).length}/${output.dataset.most}`;
    if (output.textContent !== text) output.textContent = text;
  }
  for (const output of all("[data-says]")) {
    const group = /** @type {HTMLElement} */ (output.closest("details"));
    const words = new Set(all("input:checked ~ span", group).map((label) => label.textContent || ""));
    const text = [...words].join(" / ");
    if (output.textContent !== text) output.textContent = text;
  }
  for (const option of all("[data-only]")) {
    const form = /** @type {HTMLElement} */ (option.closest("form"));
    const beside = inputs("input:checked", form).find((input) => input.name === option.dataset.onlyWith);
    option.hidden = beside !== undefined && beside.value !== option.dataset.only;
  }
  for (const output of all("[data-differing]")) {
    const group = /** @type {HTMLElement} */ (output.closest("details"));
    const changed = inputs("input:checked", group).filter((input) => !input.defaultChecked && !input.closest("[hidden]")).length;
    output.textContent = JSON.parse(output.dataset.differing || "")[changed];
    output.classList.toggle("soft", !changed);
  }
}
/**
 * Brings all that depends on what is entered up to date.
 * @param {HTMLFormElement | null} sent the form whose reply has just come, with its preview
 */
export function settle(sent = null) {
  document.dispatchEvent(new Event("settling"));
  mark();
  count();
  for (const form of forms("form[data-ask]")) if (form !== sent || !isStep(form)) previewSoon(form);
}
/* Of dice that are entered face by face the last one sends them. */
document.addEventListener("input", (event) => {
  const faces = around(fieldOf(event), ".throw-faces"), { form } = fieldOf(event);
  if (!faces || !form) return;
  event.stopImmediatePropagation();
  if (all(".dice > li", faces).every((die) => one("input:checked, input[type=number]:valid", die))) form.requestSubmit(need("[data-throw-send]", faces));
});
document.addEventListener("input", (event) => {
  const { form } = fieldOf(event);
  if (form && !form.matches("[data-look]") && form.matches("[data-ask], #begin")) settle();
});

// -- places of pictures, and numbers ----------------------------------------------------------------------------------
const optionOf = (/** @type {HTMLElement} */ { dataset }) => /** @type {HTMLButtonElement | null} */ (byId(dataset.pick || ""));
document.addEventListener("click", ({ target }) => {
  const space = around(target, "[data-pick]"), step = around(target, "[data-step]");
  if (space) pickBy(space);
  if (step) stepBy(step);
});
/* Picks what a place of a picture stands for. Nothing scrolls for it, so that the next place is where it was. */
function pickBy(/** @type {HTMLElement} */ space) {
  const option = optionOf(space);
  if (!option) return;
  option.dataset.byPicture = "";
  option.click();
  delete option.dataset.byPicture;
}
function stepBy(/** @type {HTMLElement} */ step) {
  const number = /** @type {HTMLInputElement} */ (need("input", /** @type {HTMLElement} */ (step.closest("[data-stepper]"))));
  number.value = String(Math.max(Number(number.min), Math.min(Number(number.max), Number(number.value) + Number(step.dataset.step))));
  number.dispatchEvent(new Event("input", { bubbles: true }));
}
