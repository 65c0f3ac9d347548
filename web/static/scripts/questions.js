/* A new question comes into view, with the focus on its words. */
import { pictured, sending } from "./answers.js";
import { all, around, forms, one } from "./dom.js";
import { fingers } from "./fingers.js";
import { changing } from "./tap_guard.js";

/* Those of the page itself, without votes and what stands aside. */
const questions = () => forms("#live form.ask").filter((form) => !form.closest(".aside, .band"));
/** What a form asks: another value is another question. */
export const asks = (/** @type {HTMLElement} */ { dataset }) => dataset.digest || dataset.asked;

/** @typedef {Map<string, string | undefined>} Asked what each form asked, by its id */
/** @returns {Asked} */
export const whatIsAsked = () => new Map(questions().map((form) => [form.id, asks(form)]));

/**
 * What is asked anew begins as the table suggests, also where its fields are drawn as before and were left alone.
 * @param {Asked} asked before the update
 */
export function beginAnew(asked) {
  for (const form of questions()) if (asked.has(form.id) && asked.get(form.id) !== asks(form) && !form.matches("[data-touched]")) form.reset();
}

const TYPED = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea, select";
const isBusy = () => fingers.size > 0 || one("details.menu[open]") !== null || Boolean(document.activeElement && document.activeElement.matches(TYPED));

/* What concerns the whole table comes into view once, as soon as nobody is busy on the page. */
const bands = () => all("#bands > [id]"), keyOf = (/** @type {HTMLElement} */ { id, dataset }) => `${id} ${dataset.band}`;
let met = new Set(bands().map(keyOf));
function newBand() {
  const fresh = isBusy() ? null : bands().find((band) => !met.has(keyOf(band)));
  met = new Set(bands().map(keyOf).filter((key) => met.has(key) || !isBusy()));
  return fresh;
}

/**
 * The question after the one this phone has just answered, else the first one, unless somebody is busy on the page.
 * @param {Asked} asked before the update
 */
export function toTop(asked) {
  const band = newBand();
  if (band) return bringUp(band, one(".band-words", band) || band);
  const found = questions();
  const isNew = (/** @type {HTMLFormElement} */ form) => asked.get(form.id) !== asks(form);
  const form = found.find((each) => sending.has(each.id) && isNew(each)) || (isBusy() ? null : found[0]);
  // who has done a move finds what it comes to at the top of the page
  if (!form && one(".seat-page.playing") && [...asked.keys()].some((id) => sending.has(id) && !found.some((each) => each.id === id))) scrollTo(0, 0);
  if (!form || !isNew(form)) return;
  // what is laid out comes before what the game asks
  if (!sending.has(form.id) && one("#setting-up > .stack")) return;
  const place = /** @type {HTMLElement} */ (form.closest(".scribe-seat, .asking") || form);
  // under a closed cover nothing has the focus: its name stands above it
  const words = all(".ask-prompt, h2", place).find((each) => each.getClientRects().length > 0);
  if (words) bringUp(place, words, pictured.has(form.id));
}
/**
 * @param {Element} place
 * @param {HTMLElement} words
 * @param {boolean} stays it was answered by a tap on a picture, which stays where it is
 */
function bringUp(place, words, stays = false) {
  if (!stays) showWhole(place);
  words.tabIndex = -1;
  words.focus({ preventScroll: true });
}

/* From the top of the page, where what happened and the slips stand above a question of play; else from its own. */
function showWhole(/** @type {Element} */ place) {
  const below = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom);
  const isFirst = place === one(".seat-page.playing .seat-asks .asking");
  if (isFirst || scrollY + place.getBoundingClientRect().bottom <= innerHeight - below) scrollTo(0, 0);
  else place.scrollIntoView({ block: "start" });
}

/**
 * Brings a field into view, and whoever reads on begins there: one whose answer was refused, or that is still open.
 * @param {HTMLElement | null} field
 */
export function pointAt(field) {
  if (!field) return;
  const row = field.closest("details");
  changing(() => {
    if (row) row.open = true;
    field.scrollIntoView({ block: "center" });
  });
  field.tabIndex = -1;
  field.focus({ preventScroll: true });
}
/* The button that says what is still open leads there. */
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (around(event.target, "[data-ready=no]"));
  if (!button || !button.form) return;
  event.preventDefault();
  pointAt(one(".form-field.missing, .form-field.wrong", button.form));
});
