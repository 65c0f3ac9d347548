/* Numbers that move during the play: what is tapped on minus and plus goes together after a moment, amounts by the keypad. */
import { sending } from "./answers.js";
import { all, around, byId } from "./dom.js";
import { choose, field, pad, show, write } from "./pad.js";

const PAUSE = 1500; // milliseconds after the last tap until it is sent

/** By how much cells change that are not sent yet, by the id of the cell. @type {Map<string, number>} */
const pending = new Map();
let timer = 0;

/** @type {(cell: HTMLElement) => number} */
const isNow = (cell) => Number(cell.dataset.is || "0");
/** @type {(number: number, cell: HTMLElement) => number} */
const within = (number, { dataset }) => Math.min(Math.max(number, Number(dataset.low)), Number(dataset.high));
/** @type {(number: number) => string} */
const signed = (number) => (number < 0 ? `\u2212${-number}` : `+${number}`);

/**
 * A tap by which a cell changes.
 * @param {string} id
 * @param {number} by
 */
function step(id, by) {
  const cell = byId(id);
  if (!cell) return;
  const before = pending.get(id) || 0;
  pending.set(id, within(isNow(cell) + before + by, cell) - isNow(cell));
  clearTimeout(timer);
  timer = window.setTimeout(sendNext, PAUSE);
  shown(id);
}

/**
 * The cell and the line below say what will be sent.
 * @param {string} id
 */
function shown(id) {
  const cell = byId(id), form = pad();
  if (!cell || !form) return;
  choose(cell);
  for (const part of ["pad-keys", "pad-typed", "pad-amounts"]) show(part, false);
  const by = pending.get(id) || 0, steps = (cell.dataset.steps || "").split(" ").map(Number);
  show("pad-jumps", steps.length > 1);
  for (const jump of all("[data-pad-jump]", form)) {
    const place = Number(jump.dataset.padJump), amount = steps[Math.abs(place)];
    jump.hidden = !amount;
    if (amount) jump.textContent = signed(Math.sign(place) * amount);
  }
  show("pad-act", true);
  write("pad-act", `${isNow(cell)} ${signed(by)} = ${isNow(cell) + by}`);
  marked();
}

/** Every cell that changes shows what it will be. */
function marked() {
  for (const [id, by] of pending) {
    const cell = byId(id), words = cell && cell.querySelector("span");
    if (cell && words) words.textContent = String(isNow(cell) + by);
    if (cell) cell.classList.toggle("pending", by !== 0);
  }
}

/** Send what one cell changes by; the others follow when its answer is there. */
function sendNext() {
  clearTimeout(timer);
  const form = pad(), number = field(), button = /** @type {HTMLButtonElement | null} */ (byId("pad-act"));
  const [id, by] = pending.entries().next().value || ["", 0];
  if (!form || !number || !button || !id) return;
  if (sending.has("pad")) {
    timer = window.setTimeout(sendNext, 100);
    return;
  }
  pending.delete(id);
  const cell = byId(id);
  if (cell && by) {
    choose(cell);
    write("pad-act", "");
    cell.classList.remove("pending");
    submit(form, number, button, isNow(cell) + by);
    for (const part of ["pad-keys", "pad-typed", "pad-amounts", "pad-jumps"]) show(part, false);
  }
  if (pending.size) timer = window.setTimeout(sendNext, 100);
}

/** @type {(form: HTMLFormElement, number: HTMLInputElement, button: HTMLButtonElement, value: number) => void} */
function submit(form, number, button, value) {
  number.value = String(value);
  button.value = "write";
  button.hidden = false;
  form.requestSubmit(button);
}

/** The buttons below the keypad say what the typed amount does. */
function amounts() {
  const form = pad(), number = field(), cell = form && all(".pad-cell[aria-pressed=true]", form)[0];
  if (!number || !cell || !cell.dataset.steps) return;
  show("pad-jumps", false);
  const typed = number.value === "" ? null : Number(number.value), now = isNow(cell);
  /** @type {[string, number, string][]} */
  const ways = [["less", now - (typed || 0), signed(-(typed || 0))], ["more", now + (typed || 0), signed(typed || 0)], ["equal", typed || 0, `= ${typed}`]];
  for (const [name, value, words] of ways) {
    const button = /** @type {HTMLButtonElement | null} */ (byId(`pad-${name}`));
    if (!button) continue;
    button.disabled = typed === null || value !== within(value, cell) || (name !== "equal" && typed <= 0);
    button.dataset.value = String(value);
    write(`pad-${name}-words`, typed === null ? "" : words);
  }
}

document.addEventListener("click", (event) => {
  const stepped = around(event.target, "[data-pad-step]");
  if (stepped) return step(stepped.dataset.of || "", Number(stepped.dataset.padStep));
  const jump = around(event.target, "[data-pad-jump]"), form = pad();
  if (!form) return undefined;
  const [cell] = all(".pad-cell[aria-pressed=true]", form);
  if (jump && cell) {
    const steps = (cell.dataset.steps || "").split(" ").map(Number), place = Number(jump.dataset.padJump);
    return step(cell.id, Math.sign(place) * steps[Math.abs(place)]);
  }
  const amount = around(event.target, "[data-pad-amount]"), number = field(), act = /** @type {HTMLButtonElement | null} */ (byId("pad-act"));
  if (amount && number && act) return submit(form, number, act, Number(amount.dataset.value));
  const tapped = around(event.target, ".pad-cell");
  if (tapped && pending.size) sendNext();
  if (around(event.target, "[data-pad-key], .pad-cell")) amounts();
  return undefined;
});
document.addEventListener("input", amounts);
/* What was tapped is sent at once by its button. */
document.addEventListener("submit", (event) => {
  const form = pad();
  if (!form || event.target !== form) return;
  const [cell] = all(".pad-cell[aria-pressed=true]", form), by = cell && pending.get(cell.id), number = field();
  if (!cell || !by || !number) return;
  pending.delete(cell.id);
  number.value = String(isNow(cell) + by);
}, true);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) sendNext();
});
document.addEventListener("changed", () => {
  const form = pad();
  if (!form) return pending.clear();
  const [cell] = all(".pad-cell[aria-pressed=true]", form);
  if (cell && pending.has(cell.id)) shown(cell.id);
  else amounts();
  marked();
  return undefined;
});
