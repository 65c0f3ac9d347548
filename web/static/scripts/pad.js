/* The score pad: the keypad, cells that are chosen by a tap, and points and sums as they would be. */
import { sending } from "./answers.js";
import { all, around, byId, entered, fieldOf, inputs, one } from "./dom.js";
import { csrf } from "./page.js";
import { fetchInTime } from "./requests.js";

export const pad = () => /** @type {HTMLFormElement | null} */ (/** @type {unknown} */ (byId("pad")));
export const field = () => /** @type {HTMLInputElement | null} */ (byId("pad-number"));

/** The cell that a person has chosen instead of the next one. */
let chosen = "";
/** Whether the next digit replaces what stands there: a number that was written before. */
let fresh = false;
/** Digits typed while the last number is on its way. */
let ahead = "";
let timer = 0;
/** @type {AbortController | null} */
let asking = null;

/** @param {string} text */
function put(text) {
  const number = field(), form = pad();
  if (!number || !form) return;
  number.value = text;
  mirror(form, text);
  count(form);
}
/**
 * What is typed stands in its cell too.
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function mirror(form, text) {
  const cell = one("[aria-pressed=true] > span", form);
  if (cell && text !== "") cell.textContent = text;
}
/**
 * Points and sums with what is typed.
 * @param {HTMLFormElement} form
 */
function count(form) {
  clearTimeout(timer);
  if (asking) asking.abort();
  const number = field();
  if (!number || number.value === "" || !number.validity.valid) return;
  timer = window.setTimeout(async () => {
    const ends = new AbortController();
    asking = ends;
    try {
      const body = entered(form);
      const reply = await fetchInTime(form.dataset.typed || "", { method: "POST", body, signal: ends.signal, headers: { "X-CSRF-Token": csrf } });
      /** @type {{sums: {[at: string]: number}, cells: {[at: string]: string}, notes: {[at: string]: string}}} */
      const { sums, cells, notes } = await reply.json();
      if (ends.signal.aborted || !form.isConnected) return;
      const now = one("[aria-pressed=true]", form);
      for (const [at, words] of Object.entries(notes)) write(`pad-note-${at}`, words);
      for (const [at, points] of Object.entries(cells)) if (!now || now.dataset.at !== at) write(`pad-points-${at}`, points);
      for (const [at, sum] of Object.entries(sums)) write(`pad-sum-${at}`, String(sum));
      const column = /** @type {HTMLInputElement | null} */ (one("[name=column]", form));
      const own = sums.all !== undefined ? sums.all : column ? sums[column.value] : undefined;
      if (own !== undefined) write("pad-bar-sum", String(own));
    } catch (error) {
      // A lost connection is said by the page; sums come with the next digit or the next update.
    }
  }, 120);
}
/** @type {(id: string, words: string) => void} */
export function write(id, words) {
  const place = byId(id);
  if (place && place.textContent !== words) place.textContent = words;
}

/** @param {string} key */
function press(key) {
  const number = field(), form = pad();
  if (!number || !form || number.disabled) return;
  if (sending.has("pad")) {
    if (/^[0-9]$/.test(key)) ahead += key;
    return;
  }
  let text = fresh ? "" : number.value;
  fresh = false;
  if (key === "back") text = text.slice(0, -1);
  else if (key === "sign") text = text.startsWith("-") ? text.slice(1) : `-${text}`;
  else {
    const longer = text === "0" ? key : text + key;
    text = Math.abs(Number(longer)) > Math.max(Number(number.max), -Number(number.min)) ? key : longer;
  }
  if (text === "-") {
    number.value = "";
    number.dataset.minus = "yes";
    mirror(form, "−");
    return;
  }
  if (number.dataset.minus && text !== "" && key !== "back" && !text.startsWith("-")) text = `-${text}`;
  delete number.dataset.minus;
  put(text);
  if (text === "") mirror(form, "·");
}

/** @type {(id: string, shown: boolean) => void} */
export function show(id, shown) {
  const part = byId(id);
  if (part) part.hidden = !shown;
}

/**
 * The cell is typed into from now on.
 * @param {HTMLElement} cell
 */
export function choose(cell) {
  const form = pad(), number = field();
  if (!form) return;
  const { row = "", column = "", seat = "", digest = "", before = "", numbers = "", kind = "", low = "0", high = "0", words = "", hint = "", act = "", steps = "" } = cell.dataset;
  for (const [name, value] of Object.entries({ row, column, seat, digest, before, numbers })) {
    const hidden = inputs(`input[type=hidden][name=${name}]`, form)[0];
    if (!hidden) return;
    hidden.value = value;
  }
  for (const id of ["pad-done", "pad-hint"]) show(id, false);
  show("pad-asked-line", true);
  for (const other of all(".pad-cell", form)) {
    other.setAttribute("aria-pressed", String(other === cell));
    const around = /** @type {HTMLElement} */ (other.closest("td"));
    around.classList.toggle("now", other === cell);
  }
  for (const line of all("tbody tr", form)) line.classList.toggle("now", line.contains(cell));
  write("pad-asked", words);
  write("pad-act", act);
  write("pad-rule", hint);
  show("pad-rule", hint !== "");
  const typed = kind === "number";
  show("pad-keys", typed);
  show("pad-typed", typed);
  show("pad-yes", kind === "yes");
  show("pad-act", kind !== "yes" && !steps);
  show("pad-amounts", typed && steps !== "");
  const button = /** @type {HTMLButtonElement | null} */ (byId("pad-act"));
  if (button) button.value = kind === "other" ? "open" : "write";
  if (number) {
    number.disabled = !typed;
    number.min = low;
    number.max = high;
    number.value = "";
    delete number.dataset.minus;
  }
  const sign = /** @type {HTMLButtonElement | null} */ (byId("pad-key-sign"));
  if (sign) sign.disabled = Number(low) >= 0;
  fresh = true;
}

document.addEventListener("click", (event) => {
  const key = around(event.target, "[data-pad-key]");
  if (key) return press(key.dataset.padKey || "");
  const cell = around(event.target, ".pad-cell");
  if (!cell) return undefined;
  chosen = cell.id;
  choose(cell);
  return undefined;
});
document.addEventListener("input", (event) => {
  const number = fieldOf(event), form = pad();
  if (number !== field() || !form) return;
  fresh = false;
  mirror(form, number.value || "·");
  count(form);
});
document.addEventListener("submit", (event) => {
  if (event.target !== pad()) return;
  chosen = "";
  ahead = "";
  clearTimeout(timer);
  if (asking) asking.abort();
}, true);

/** What somebody has chosen stays so while others write; the row that is asked is in sight. */
function settle() {
  const form = pad(), number = field();
  if (!form) return;
  if (number) number.inputMode = "none"; // the keypad is there already
  const cell = chosen ? byId(chosen) : null;
  if (cell) {
    const before = number ? number.value : "";
    choose(cell);
    if (before) put(before);
  } else chosen = "";
  if (!sending.has("pad") && ahead && number && !number.disabled) {
    put(ahead);
    ahead = "";
  } else if (number && number.value !== "") put(number.value);
  const now = one("tr.now", form), bar = byId("pad-bar");
  if (!now || !bar) return;
  const { bottom } = now.getBoundingClientRect(), { top } = bar.getBoundingClientRect();
  if (getComputedStyle(bar).position === "fixed" && bottom > top) window.scrollBy(0, bottom - top + 8);
}
document.addEventListener("changed", settle);
settle();
