/* Forms of several questions: after a change the server fills the form anew; nothing is computed or stored here. */
import { all, around, byId, entered, fieldOf, forms as allForms, inputs, need, one } from "./dom.js";
import { nobodyTouches } from "./fingers.js";
import { csrf } from "./page.js";
import { fetchInTime } from "./requests.js";
import { changing } from "./tap_guard.js";

/** The timer of a form, the request on its way, and the offer that was tapped. @typedef {{timer?: number, request?: AbortController, take?: string}} State */
/** @type {WeakMap<HTMLFormElement, State>} */
const states = new WeakMap();
/** Row: the question in whose form a person has folded or opened it. @type {WeakMap<Element, string | undefined>} */
const byHand = new WeakMap();

/** The button that says what is still open leads there (questions.js), so it takes a tap. @type {(form: HTMLFormElement) => void} */
function ready(form) {
  const button = /** @type {HTMLButtonElement | null} */ (one("[data-ready]", form));
  if (!button) return;
  button.disabled = form.hasAttribute("data-filling");
  if (button.dataset.ready === "no") button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}
/**
 * A tap in a picture answers the next field that points at it; what other fields have chosen there stays marked. A picture
 * that no field points at any more takes no tap.
 * @param {HTMLFormElement} form
 */
function point(form) {
  const fields = all("[data-widget]", form);
  const next = (/** @type {string | undefined} */ widget) => {
    const those = fields.filter((field) => field.dataset.widget === widget);
    return those.find((field) => field.matches(".missing")) || those[those.length - 1];
  };
  const isChosen = (/** @type {string} */ id) => {
    const choice = /** @type {HTMLInputElement | null} */ (byId(id));
    return choice !== null && choice.checked;
  };
  for (const space of all("[data-of]")) {
    const { pick, of } = space.dataset, field = pick && fields.find(({ id }) => pick.startsWith(`${id}--`));
    if (field) space.dataset.place = pick.slice(field.id.length);
    const { place } = space.dataset, to = next(of);
    if (!place) continue; // of a question of its own
    if (to) space.dataset.pick = to.id + place;
    else delete space.dataset.pick;
    const { classList } = /** @type {Element} */ (space.closest(".grid rect, [data-watch]"));
    classList.toggle("pressable", Boolean(to));
    classList.toggle("picked", fields.some(({ id, dataset }) => dataset.widget === of && isChosen(id + place)));
  }
  // Without a picture on the page, as where the field has just come, there is the list.
  for (const field of fields) {
    if (!one(`[data-pick^="${field.id}--"]`) && field === next(field.dataset.widget)) /** @type {HTMLDetailsElement} */ (need("details", field)).open = true;
  }
}
/**
 * Fills the form anew in a moment.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement | null} [changed] the field in which somebody entered something
 * @param {string} [take] what the form offered to fill in, and somebody has tapped
 */
function soon(form, changed = null, take = "") {
  /** @type {State} */
  const state = states.get(form) || {};
  clearTimeout(state.timer);
  if (state.request) state.request.abort();
  form.setAttribute("data-touched", "");
  form.setAttribute("data-filling", "");
  ready(form);
  state.take = take || state.take;
  state.timer = setTimeout(() => fill(form, state, changed), take ? 0 : 120);
  states.set(form, state);
}
/**
 * What a choice has brought with it comes into view, above the bar; where a number was changed, or a place of a picture was
 * tapped, nothing moves.
 * @param {HTMLFormElement} form
 * @param {Set<string>} had the ids of the fields that were there before
 * @param {HTMLInputElement | null} changed
 */
function reveal(form, had, changed) {
  const fresh = all(".form-field", form).filter((field) => !had.has(field.id));
  if (!fresh.length || !changed || changed.type !== "radio") return;
  const hidden = fresh[fresh.length - 1].getBoundingClientRect().bottom > need(".bar", form).getBoundingClientRect().top;
  if (hidden) fresh[0].scrollIntoView({ block: "start" });
}
/* A field that is as the server has drawn it is not sent again. Of one that a person has changed or opened since, it is. */
const isAsDrawn = (/** @type {HTMLElement} */ field) =>
  inputs("input", field).every((input) => input.checked === input.defaultChecked && input.value === input.defaultValue) && !one("details[open]", field);
const had = (/** @type {HTMLFormElement} */ form) => all("[data-drawn]", form).filter(isAsDrawn).map(({ dataset }) => dataset.drawn).join(" ");
/** @type {WeakSet<Element>} */
const asItIs = new WeakSet();
/** Puts what the page has where the form only names it; whether it has all of that. @type {(parts: Element) => boolean} */
function complete(parts) {
  return all("template[data-kept]", parts).every((mark) => {
    const { kept = "", drawn } = mark.dataset, field = byId(kept);
    if (!field || field.dataset.drawn !== drawn) return false;
    const copy = /** @type {Element} */ (field.cloneNode(true));
    asItIs.add(copy);
    mark.replaceWith(copy);
    return true;
  });
}
/** @type {(form: HTMLFormElement, parts: HTMLCollection, changed: HTMLInputElement | null) => void} */
function replace(form, parts, changed) {
  const at = changed ? changed.getBoundingClientRect().top : 0;
  const had = new Set(all(".form-field", form).map((field) => field.id)), arrows = inputs("[type=radio]", form).find(hasRing);
  for (const part of parts) exchange(part);
  for (const part of [...parts].filter(({ id }) => byId(id))) Idiomorph.morph(/** @type {Element} */ (byId(part.id)), part, {
    morphStyle: "outerHTML", ignoreActiveValue: true,
    // a row stays folded or open as the person left it, and what a question means as meaning.js filled it
    callbacks: {
      beforeNodeMorphed: (old, fresh) => !(fresh instanceof Element && old instanceof Element && old.id === fresh.id && (asItIs.has(fresh) || old.matches(".meaning"))),
      beforeAttributeUpdated: (name, node) => !(name === "open" && byHand.get(node) === form.dataset.asked),
    },
  });
  unfold(form);
  if (arrows) stayAt(arrows.id);
  // what was tapped stays under the thumb where something above it was folded
  const row = changed && changed.closest("details");
  if (row && row.matches(".form-row[open]")) scrollBy(0, changed.getBoundingClientRect().top - at);
  point(form);
  reveal(form, had, changed);
}
/* Whether a radio button has the focus by keys. */
const RING = CSS.supports("selector(:focus-visible)") ? ":focus-visible" : ":focus";
const hasRing = (/** @type {HTMLInputElement} */ radio) => radio.matches(RING);
/** Whoever goes through choices by arrows chooses each on the way: the list stays open, and the focus in it. @type {(id: string) => void} */
function stayAt(id) {
  const radio = byId(id);
  if (!radio) return;
  for (let fold = radio.closest("details"); fold; fold = /** @type {Element} */ (fold.parentElement).closest("details")) fold.open = true;
  radio.focus({ preventScroll: true });
}
/** A picture that a field points at now comes from its tab, and the one before takes its place there. @type {(part: Element) => void} */
function exchange(part) {
  const here = byId(part.id);
  if (!here || !here.matches(".seat-picture")) return;
  // words of its own stand in the question where the page began without a picture
  if (!one("#picture-prompt", here)) for (const words of all("#picture-prompt, .meaning", part)) words.remove();
  const gone = [...here.children].filter(({ id }) => !part.querySelector(`#${id}`));
  for (const { id } of part.children) {
    const there = document.getElementById(id);
    if (there && !here.contains(there)) there.replaceWith(...gone.splice(0, 1));
  }
}
/** A row without its line to tap is open. @type {(form: HTMLFormElement) => void} */
function unfold(form) {
  for (const words of all(".form-row:not([open]) > .spare", form)) /** @type {HTMLDetailsElement} */ (words.parentElement).open = true;
}
/**
 * Of one form no older reply comes after a newer one: each change aborts the request before, and the reply to an aborted one
 * is dropped, also where it has come already. So is a reply to what is not asked any more.
 * @param {HTMLFormElement} form
 * @param {State} state
 * @param {HTMLInputElement | null} changed
 * @param {string} has the fields that need not be sent
 */
async function fill(form, state, changed, has = had(form)) {
  const { signal } = state.request = new AbortController();
  const body = entered(form), { take } = state, { asked } = form.dataset;
  body.set("has", has);
  const isAsked = () => form.isConnected && form.dataset.asked === asked;
  if (take) body.set("take", take);
  try {
    const reply = await fetchInTime(form.dataset.fill || "", {
      method: "POST", body, signal,
      headers: { "X-CSRF-Token": csrf },
    });
    const html = await reply.text();
    await nobodyTouches();
    if (signal.aborted) return;
    if (!isAsked()) return forget(form, state);
    if (!reply.ok) throw new Error(String(reply.status));
    // No longer asked: the page that is on its way says what is.
    const { body: parts } = new DOMParser().parseFromString(html, "text/html");
    if (!html.trim()) form.removeAttribute("data-touched");
    else if (complete(parts)) changing(() => replace(form, parts.children, changed));
    else return fill(form, state, changed, ""); // the page has changed meanwhile
  } catch (error) {
    if (signal.aborted) return;
    if (!isAsked()) return forget(form, state);
    state.timer = setTimeout(() => fill(form, state, changed), 2000);
    return;
  }
  form.removeAttribute("data-filling");
  ready(form);
  if (take) filledIn(form, state);
  document.dispatchEvent(new Event("filled"));
}
/** @type {(form: HTMLFormElement, state: State) => void} */
function forget(form, state) {
  state.take = "";
  form.removeAttribute("data-filling");
  ready(form);
}
/**
 * What was tapped is gone where there is nothing left to fill in: whoever reads on begins at the words of the form.
 * @param {HTMLFormElement} form
 * @param {State} state
 */
function filledIn(form, state) {
  state.take = "";
  if (document.activeElement !== document.body) return;
  const words = need(".ask-prompt", form);
  words.tabIndex = -1;
  words.focus({ preventScroll: true });
}
document.addEventListener("input", (event) => {
  const field = fieldOf(event), { form } = field;
  if (form && form.matches("[data-form]")) soon(form, "byPicture" in field.dataset ? null : field);
});
document.addEventListener("click", ({ target }) => {
  const summary = around(target, ".form-row > summary"), form = /** @type {HTMLFormElement | null} */ (around(target, "[data-form]"));
  if (summary && summary.parentElement && form) byHand.set(summary.parentElement, form.dataset.asked);
});
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!submitter || !submitter.matches("[data-take]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  soon(/** @type {HTMLFormElement} */ (target), null, /** @type {HTMLButtonElement} */ (submitter).value);
}, true);
/* The page was updated: what was entered stays, and is filled in anew. */
document.addEventListener("settling", () => {
  const forms = allForms("[data-form]");
  if (forms.length) changing(() => forms.forEach(settle));
});
/** @param {HTMLFormElement} form */
function settle(form) {
  if (form.hasAttribute("data-stale")) {
    form.removeAttribute("data-stale");
    soon(form);
  } else ready(form);
  unfold(form);
  point(form);
}
