// The table of a kind of components: cells are kept as they are left, a pad fills them, columns are copied and pasted.
import { pause } from "./dom.js";
import { csrf } from "./page.js";
import { fetchInTime } from "./requests.js";
import { changing } from "./tap_guard.js";

const form = document.querySelector("[data-cells]");
const bar = document.querySelector("[data-pad-bar]"), state = bar.querySelector("[data-state]");
const all = (selector, root = form) => [...root.querySelectorAll(selector)];
const rowOf = (cell) => cell.closest("tr");
const isNew = (cell) => rowOf(cell).dataset.row.startsWith("+");
const shown = (root = form) => all("input[data-field]", root).filter((cell) => cell.offsetParent);
const tool = (name) => bar.querySelector(`[data-do=${name}]`);
const tell = (text) => { if (state.textContent !== text) state.textContent = text; };
let now = null, brush = null, later = 0, begun = "";
const thumbs = matchMedia("(pointer: coarse)").matches;

// -- keeping: one request at a time, numbered and retried, with all cells that wait -------------------------------
const waiting = new Set(), undone = [];
let number = 0, flying = false, refused = false;
function keep(cell) {
  const text = cell.value.trim();
  if (text === ("sent" in cell.dataset ? cell.dataset.sent : cell.dataset.was)) return;
  // A row that is not in the box yet is sent whole: what one cell says may be what another was waiting for.
  for (const one of isNew(cell) ? all("input[data-field]", rowOf(cell)).filter((one) => one.value) : []) waiting.add(one);
  waiting.add(cell);
  refused = false;
  blankBelow(cell);
  flush();
}
/* The cells of the next request, whole rows of them: large pastes are more than one. */
function someRows() {
  const cells = [...waiting], end = cells.findIndex((cell, n) => n >= 300 && rowOf(cell) !== rowOf(cells[n - 1]));
  return end < 0 ? cells : cells.slice(0, end);
}
async function flush() {
  if (flying || refused || !waiting.size) return;
  flying = true;
  const sent = someRows().map((cell) => [cell, cell.value.trim()]);
  for (const [cell, text] of sent) {
    waiting.delete(cell);
    cell.dataset.sent = text;
    delete cell.dataset.answered;
  }
  number += 1;
  tell(state.dataset.keeping);
  const cells = sent.map(([cell, text]) => [rowOf(cell).dataset.row, cell.dataset.field, text]);
  const reply = await arrive(JSON.stringify({ page: form.dataset.page, number, cells }));
  flying = false;
  if (reply.taken) take(reply, sent);
  else {
    for (const [cell] of sent) waiting.add(cell);
    refused = true;
    return tell(reply.notice);
  }
  if (waiting.size) return flush();
  tellKept();
}
function tellKept() {
  const { wrong, kept, keeping, brush: tap, choose } = state.dataset;
  const said = flying || later ? keeping : form.querySelector(".is-wrong, .row-number[aria-invalid]") ? wrong : number ? kept : "";
  tell(brush ? `${brush.text ? tap.replace("{what}", brush.text) : choose} ${said}` : said);
}
async function arrive(body) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const reply = await fetchInTime(form.action, { method: "PUT", body, keepalive: body.length < 60000, headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRF-Token": csrf } });
      if (reply.ok) return await reply.json();
      if (reply.status < 500) {
        const title = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector("h1");
        return { taken: false, notice: title ? title.textContent : String(reply.status) };
      }
    } catch { /* no connection: the same again */ }
    tell(state.dataset.failed);
    await pause(wait);
  }
}
function take({ added, cells, known, count, warnings }, sent) {
  for (const [row, key] of Object.entries(added))
    for (const tr of all(`tr[data-row="${row}"]`)) tr.dataset.row = key;
  cells.forEach(([text, mark, why], n) => {
    const [cell, typed] = sent[n], place = cell.parentElement;
    if (!why) {
      cell.dataset.was = text;
      if (cell.dataset.sent === typed) cell.dataset.answered = "";
    }
    if (!why && cell !== document.activeElement) settle(cell);
    why ? cell.setAttribute("aria-invalid", "true") : cell.removeAttribute("aria-invalid");
    place.querySelector(".cell-why").textContent = why;
    if (place.matches("td")) place.className = `cell cell-${cell.dataset.type} ${mark ? `is-${mark}` : ""} ${why ? "is-wrong" : ""}`;
  });
  const said = document.getElementById("cells-known");
  if (said) said.textContent = known;
  const counted = document.querySelector(".cells-kinds [aria-current] .num");
  if (counted) counted.textContent = count;
  const told = document.getElementById("cells-warnings");
  told.textContent = "";
  for (const warning of warnings) {
    const line = document.createElement("p");
    line.className = "notice tone-warning";
    line.textContent = warning;
    told.append(line);
  }
}
/* Shows a cell as it is kept: "2 1" for "21", the whole name for its beginning. */
function settle(cell) {
  if (cell.dataset.answered === undefined || cell.value.trim() !== cell.dataset.sent) return;
  cell.value = cell.dataset.was;
  delete cell.dataset.sent;
  delete cell.dataset.answered;
  cell.dataset.before = cell.value;
}
addEventListener("beforeunload", (event) => { if (waiting.size || (flying && state.textContent === state.dataset.failed)) event.preventDefault(); });

// -- changing cells ----------------------------------------------------------------------------------------------
function change(pairs) {
  const changed = pairs.filter(([cell, text]) => cell.value !== text);
  if (changed.length) undone.push(changed.map(([cell]) => [cell, cell.value]));
  for (const [cell, text] of changed) {
    cell.value = text;
    cell.dataset.before = text;
    keep(cell);
  }
  tool("undo").disabled = !undone.length;
}
function commit(cell) {
  const waited = later;
  clearTimeout(later);
  later = 0;
  const before = "before" in cell.dataset ? cell.dataset.before : cell.dataset.was;
  if (cell.value !== before) undone.push([[cell, before]]);
  cell.dataset.before = cell.value;
  tool("undo").disabled = !undone.length;
  keep(cell);
  if (waited && !flying && !refused) tellKept();
}
/* Beginning with what has just been typed; the cell that is taken back is the one that is typed into next. */
function undo() {
  if (now) commit(now);
  const group = undone.pop() || [];
  for (const [cell, text] of group) {
    cell.value = text;
    cell.dataset.before = text;
    keep(cell);
  }
  if (group.length && !brush) go(group[0][0]);
  tool("undo").disabled = !undone.length;
}
function go(cell) {
  if (!cell) return;
  cell.focus();
  cell.select();
}
function next(cell) {
  commit(cell);
  const cells = shown(), at = cells.indexOf(cell);
  let to = cells[at + 1];
  // The row after the space 72 is that of the space 73, unless another number is typed.
  if (to && to.dataset.field === "" && !to.value && rowOf(to) !== rowOf(cell)) {
    const named = rowOf(cell).querySelector("[data-field='']"), last = (named && named.value) || rowOf(cell).dataset.row;
    if (/^\d+$/.test(last)) {
      to.value = Number(last) + 1;
      to = cells[at + 2];
    }
  }
  go(to || cell);
}
/* As in a spreadsheet: to the next row, in the column where this one was begun. */
function nextRow(cell) {
  commit(cell);
  const row = rowOf(cell).nextElementSibling;
  const cells = row ? shown(row) : [];
  go(cells.find((one) => one.dataset.field === begun) || cells[0]);
}
/* Whether nothing longer could be typed into a number. */
function complete({ value, dataset: { type, low, high } }) {
  if (type !== "number" || !/^\d+$/.test(value)) return false;
  const n = Number(value);
  return n >= Number(low) && n <= Number(high) && (n === 0 || n * 10 > Number(high));
}
const joined = (type, text, key) => (!text || type === "choice" ? key : type === "choices" ? `${text}; ${key}` : text + key);
function press(cell, key) {
  const fresh = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
  cell.value = joined(cell.dataset.type, fresh || cell.value === "–" ? "" : cell.value, key);
  cell.setSelectionRange(cell.value.length, cell.value.length);
  if (cell.dataset.type === "choice" || complete(cell)) next(cell);
  else soon(cell);
}
/* The end of a text that stands in the column already, to be typed over; not of names, which are all different. */
function suggest(cell) {
  const { value, dataset: { type, field } } = cell;
  if (type !== "text" || field === form.dataset.naming || cell.selectionStart !== value.length) return;
  const known = new Set(column(cell).filter((one) => one !== cell).map((one) => one.value));
  const ends = [...known].filter((one) => one.length > value.length && one.toLowerCase().startsWith(value.toLowerCase()));
  if (ends.length !== 1) return;
  cell.value = value + ends[0].slice(value.length);
  cell.setSelectionRange(value.length, cell.value.length);
}
function soon(cell) {
  clearTimeout(later);
  // What is only suggested is kept when the cell is left, not before.
  later = setTimeout(() => cell.selectionStart === cell.selectionEnd && commit(cell), 800);
  if (!flying && !refused) tellKept();
}
/* An empty row stays below the last one while there is room for more components. */
function blankBelow(cell) {
  const row = rowOf(cell), table = row.parentElement;
  if (!isNew(cell) || row !== table.lastElementChild || table.querySelectorAll("tr").length >= form.dataset.rows) return null;
  const fresh = row.cloneNode(true);
  fresh.dataset.row = `+${Date.now().toString(36)}${table.rows.length}`;
  for (const one of all("input[data-field]", fresh)) {
    one.value = one.dataset.was = "";
    for (const word of ["sent", "answered", "before"]) delete one.dataset[word];
    one.removeAttribute("aria-invalid");
  }
  for (const why of all(".cell-why", fresh)) why.textContent = "";
  for (const place of all("td.is-wrong", fresh)) place.classList.remove("is-wrong");
  for (const count of all("[data-count]", fresh)) count.textContent = table.rows.length + 1;
  table.append(fresh);
  return fresh;
}
form.dataset.rows = all("tbody tr:not([data-row^='+'])").length + Number(form.dataset.free);

// -- the same for many: the column above and below, the rest, a spreadsheet, a brush ----------------------------------
const column = (cell) => shown().filter((one) => one.dataset.field === cell.dataset.field);
function down(cell) {
  commit(cell);
  const cells = column(cell), text = cell.value;
  change(cells.slice(cells.indexOf(cell) + 1).filter((one) => !one.value && !isNew(one)).map((one) => [one, text]));
}
function above(cell) {
  const cells = column(cell), one = cells[cells.indexOf(cell) - 1];
  if (!one) return;
  change([[cell, one.value]]);
  next(cell);
}
function rest() {
  const empty = shown().filter((cell) => !cell.value && !isNew(cell));
  const zero = ({ dataset: { type, low } }) => (type === "number" ? (Number(low) <= 0 ? "0" : "") : type.endsWith("s") ? "–" : "");
  change(empty.map((cell) => [cell, zero(cell)]).filter(([, text]) => text));
}
function paste(cell, text) {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t"));
  const first = shown(rowOf(cell)).indexOf(cell), pairs = [];
  let row = rowOf(cell), left = 0;
  lines.forEach((texts, n) => {
    if (n) row = row && (row.nextElementSibling || blankBelow(row.querySelector("input[data-field]")));
    const cells = row ? shown(row).slice(first) : [];
    texts.forEach((one, place) => (cells[place] ? pairs.push([cells[place], one.trim()]) : (left += one ? 1 : 0)));
  });
  change(pairs);
  if (left) tell(state.dataset.left.replace("{n}", left));
}
function takeBrush(on) {
  const keys = bar.querySelector("[data-keys]");
  brush = on ? { text: "", fresh: true, pad: now ? now.dataset.pad : keys ? keys.dataset.keys : undefined } : null;
  tool("brush").setAttribute("aria-pressed", String(on));
  form.classList.toggle("is-brush", on);
  if (on && document.activeElement) document.activeElement.blur();
  showBrush();
}
function showBrush() {
  if (brush) showPad(brush.pad, brush.type);
  tellKept();
}
function place(cell) {
  if (cell.dataset.pad !== brush.pad || !brush.text) {
    brush = { text: cell.dataset.pad === brush.pad ? brush.text : "", fresh: true, pad: cell.dataset.pad, type: cell.dataset.type };
    return showBrush();
  }
  change([[cell, brush.text]]);
  brush.fresh = true;
}
function load(key) {
  const type = bar.querySelector(`[data-keys='${brush.pad}']`).matches(".is-digits") ? "numbers" : (brush.type || (now ? now.dataset.type : "choices"));
  brush.text = brush.fresh ? key : joined(type, brush.text, key);
  brush.fresh = false;
  showBrush();
}

// -- the pad -----------------------------------------------------------------------------------------------------
function showPad(pad, type = "") {
  for (const keys of all("[data-keys]", bar)) keys.hidden = keys.dataset.keys !== pad;
  const list = type.endsWith("s");
  tool("none").hidden = !list;
  tool("above").hidden = list && innerWidth < 700;
}
const deeds = {
  undo: () => undo(),
  none: () => (brush ? load("–") : (now.value = "–", next(now))),
  above: () => above(now),
  down: () => down(now),
  brush: () => takeBrush(!brush),
  rest: () => rest(),
  next: () => next(now),
};
bar.addEventListener("mousedown", (event) => event.preventDefault());
bar.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  const { key, do: what } = button.dataset;
  if (key !== undefined) return brush ? load(key) : now && press(now, key);
  if (now || ["undo", "brush", "rest"].includes(what)) deeds[what]();
});

/* On a phone the table takes the screen from its top down to the pad. */
function raise() {
  const table = form.querySelector(".cells-box"), { top, bottom } = table.getBoundingClientRect();
  if (top >= 0 && bottom <= bar.getBoundingClientRect().top) return;
  changing(() => scrollBy(0, top - 8));
}
/* A tap counts where the finger went down, and in no cell that has just moved under it: it focuses and presses nothing
   else. */
const part = ({ target }) => (target.closest ? target.closest("input[data-field], [data-pad-bar] button") : null);
let finger = null;
addEventListener("pointerdown", (event) => { finger = part(event); }, { capture: true, passive: true });
for (const sign of ["mousedown", "click"]) addEventListener(sign, (event) => {
  const at = part(event), moved = at && at.matches("input") && "fresh" in document.documentElement.dataset;
  if (!at || !event.isTrusted || !event.detail || (at === finger && !moved)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (sign === "click") document.dispatchEvent(new Event("held-back"));
}, true);

// -- keys and taps on cells --------------------------------------------------------------------------------------
const cellOf = (event) => (event.target.closest ? event.target.closest("input[data-field]") : null);
form.addEventListener("pointerdown", (event) => { begun = cellOf(event) ? cellOf(event).dataset.field : begun; });
form.addEventListener("mousedown", (event) => { if (brush && cellOf(event)) event.preventDefault(); });
form.addEventListener("click", (event) => {
  const cell = cellOf(event);
  if (cell && brush) place(cell);
  // The browser puts its mark into the number; the next digit begins another one, as in every cell that is tapped.
  else if (cell && thumbs && cell.dataset.type === "number") cell.select();
});
form.addEventListener("focusin", (event) => {
  const cell = cellOf(event);
  if (!cell) return;
  now = cell;
  cell.dataset.before = cell.value;
  cell.select();
  showPad(cell.dataset.pad, cell.dataset.type);
  // After the browser's own scrolling to what has the focus.
  if (innerWidth < 700) setTimeout(raise, 60);
});
form.addEventListener("focusout", (event) => {
  const cell = cellOf(event);
  if (!cell) return;
  commit(cell);
  settle(cell);
  // The pad writes into the cell that is seen to have the focus, also from keys that have it themselves.
  if (!bar.contains(event.relatedTarget)) now = null;
});
form.addEventListener("input", (event) => {
  const cell = cellOf(event);
  if (!cell) return;
  if (event.inputType === "insertText" && complete(cell)) return next(cell);
  if (event.inputType === "insertText") suggest(cell);
  soon(cell);
});
form.addEventListener("paste", (event) => {
  const cell = cellOf(event), text = event.clipboardData ? event.clipboardData.getData("text") : "";
  if (!cell || !/[\t\n]/.test(text)) return;
  event.preventDefault();
  paste(cell, text);
});
form.addEventListener("keydown", (event) => {
  const cell = cellOf(event);
  if (!cell || event.isComposing) return;
  const cells = column(cell), at = cells.indexOf(cell);
  const keys = all(`[data-keys='${cell.dataset.pad}'] button`, bar);
  const act = {
    Enter: () => (thumbs ? next(cell) : nextRow(cell)),
    ArrowDown: () => go(cells[at + 1]),
    ArrowUp: () => go(cells[at - 1]),
    d: () => (event.ctrlKey || event.metaKey ? down(cell) : true),
  }[event.key];
  const counted = cell.dataset.type.startsWith("choice") && keys.length <= 9 && /^[1-9]$/.test(event.key) && keys[event.key - 1];
  if (counted) press(cell, counted.dataset.key);
  if (counted || (act && act() !== true)) event.preventDefault();
});
form.addEventListener("submit", (event) => event.preventDefault());

for (const cell of all("input[data-field]")) {
  cell.removeAttribute("list");
  if (bar.querySelector(`[data-keys='${cell.dataset.pad}']`)) cell.inputMode = "none";
}
const kinds = document.querySelector(".cells-kinds"), current = kinds.querySelector("[aria-current]");
kinds.scrollLeft = current.offsetLeft - 24;
document.querySelector("[data-without-script]").hidden = true;
tool("none").hidden = true;
bar.hidden = false;
