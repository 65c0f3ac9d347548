// The table of a kind of components: cells are kept as they are left, a pad fills them, columns are copied and pasted.
import { all as allOf, around, byId, inputs, need, one as first, pause } from "./dom.js";
import { csrf } from "./page.js";
import { fetchInTime } from "./requests.js";
import { changing } from "./tap_guard.js";

/** A cell: its row and field name what it is of; `data-was` is what the box has, `data-sent` what was sent. @typedef {HTMLInputElement} Cell */
/** Cells with the texts that they get. @typedef {[cell: Cell, text: string][]} Pairs */
/** What is written into tapped cells, which pad it comes from, and whether the next key begins it anew. @typedef {{text: string, fresh: boolean, pad: string | undefined, type?: string}} Brush */
/**
 * The reply to cells: the keys of rows that were added, and for each cell its text, its mark and why it is wrong.
 * @typedef {{
 *   taken: true, added: Record<string, string>, cells: [text: string, mark: string, why: string][], known: string, count: string,
 *   warnings: string[],
 * }} Kept
 */
/** @typedef {{taken: false, notice: string}} Refused */

const form = /** @type {HTMLFormElement} */ (need("[data-cells]"));
const bar = need("[data-pad-bar]"), state = need("[data-state]", bar);
/** The texts of the state in the language of the page. */
const texts = /** @type {Record<string, string>} */ (state.dataset);
/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
const all = (selector, root = form) => allOf(selector, root);
const cellsIn = (/** @type {ParentNode} */ root) => inputs("input[data-field]", root);
const rowOf = (/** @type {Cell} */ cell) => /** @type {HTMLTableRowElement} */ (cell.closest("tr"));
const keyOf = (/** @type {Cell} */ cell) => rowOf(cell).dataset.row || "";
const isNew = (/** @type {Cell} */ cell) => keyOf(cell).startsWith("+");
const shown = (/** @type {ParentNode} */ root = form) => cellsIn(root).filter((cell) => cell.offsetParent);
const tool = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (need(`[data-do=${name}]`, bar));
const tell = (/** @type {string} */ text) => { if (state.textContent !== text) state.textContent = text; };
/** The cell that has the focus. @type {Cell | null} */
let now = null;
/** @type {Brush | null} */
let brush = null;
let later = 0, begun = /** @type {string | undefined} */ ("");
const thumbs = matchMedia("(pointer: coarse)").matches;

// -- keeping: one request at a time, numbered and retried, with all cells that wait -------------------------------
/** @type {Set<Cell>} */
const waiting = new Set();
/** Changes that can be undone: what the cells had before. @type {Pairs[]} */
const undone = [];
let number = 0, flying = false, refused = false;
/** @param {Cell} cell */
function keep(cell) {
  const text = cell.value.trim();
  if (text === ("sent" in cell.dataset ? cell.dataset.sent : cell.dataset.was)) return;
  // A row that is not in the box yet is sent whole: what one cell says may be what another was waiting for.
  for (const one of isNew(cell) ? cellsIn(rowOf(cell)).filter((one) => one.value) : []) waiting.add(one);
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
  /** @type {Pairs} */
  const sent = someRows().map((cell) => [cell, cell.value.trim()]);
  for (const [cell, text] of sent) {
    waiting.delete(cell);
    cell.dataset.sent = text;
    delete cell.dataset.answered;
  }
  number += 1;
  tell(texts.keeping);
  const cells = sent.map(([cell, text]) => [keyOf(cell), cell.dataset.field, text]);
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
  const { wrong, kept, keeping, brush: tap, choose } = texts;
  const said = flying || later ? keeping : form.querySelector(".is-wrong, .row-number[aria-invalid]") ? wrong : number ? kept : "";
  tell(brush ? `${brush.text ? tap.replace("{what}", brush.text) : choose} ${said}` : said);
}
/** @type {(body: string) => Promise<Kept | Refused>} */
async function arrive(body) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const reply = await fetchInTime(form.action, { method: "PUT", body, keepalive: body.length < 60000, headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRF-Token": csrf } });
      if (reply.ok) return await reply.json();
      if (reply.status < 500) {
        const title = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector("h1");
        return { taken: false, notice: (title && title.textContent) || String(reply.status) };
      }
    } catch { /* no connection: the same again */ }
    tell(texts.failed);
    await pause(wait);
  }
}
/** @type {(kept: Kept, sent: Pairs) => void} */
function take({ added, cells, known, count, warnings }, sent) {
  for (const [row, key] of Object.entries(added))
    for (const tr of all(`tr[data-row="${row}"]`)) tr.dataset.row = key;
  cells.forEach(([text, mark, why], n) => {
    const [cell, typed] = sent[n], place = /** @type {HTMLElement} */ (cell.parentElement);
    if (!why) {
      cell.dataset.was = text;
      if (cell.dataset.sent === typed) cell.dataset.answered = "";
    }
    if (!why && cell !== document.activeElement) settle(cell);
    why ? cell.setAttribute("aria-invalid", "true") : cell.removeAttribute("aria-invalid");
    need(".cell-why", place).textContent = why;
    if (place.matches("td")) place.className = `cell cell-${cell.dataset.type} ${mark ? `is-${mark}` : ""} ${why ? "is-wrong" : ""}`;
  });
  const said = byId("cells-known");
  if (said) said.textContent = known;
  const counted = first(".cells-kinds [aria-current] .num");
  if (counted) counted.textContent = count;
  const told = need("#cells-warnings");
  told.textContent = "";
  for (const warning of warnings) {
    const line = document.createElement("p");
    line.className = "notice tone-warning";
    line.textContent = warning;
    told.append(line);
  }
}
/** Shows a cell as it is kept: "2 1" for "21", the whole name for its beginning. @type {(cell: Cell) => void} */
function settle(cell) {
  if (cell.dataset.answered === undefined || cell.value.trim() !== cell.dataset.sent) return;
  cell.value = cell.dataset.was || "";
  delete cell.dataset.sent;
  delete cell.dataset.answered;
  cell.dataset.before = cell.value;
}
addEventListener("beforeunload", (event) => { if (waiting.size || (flying && state.textContent === texts.failed)) event.preventDefault(); });

// -- changing cells ----------------------------------------------------------------------------------------------
/** @type {(cell: Cell, text: string) => [Cell, string]} */
const pair = (cell, text) => [cell, text];
/** @param {Pairs} pairs */
function change(pairs) {
  const changed = pairs.filter(([cell, text]) => cell.value !== text);
  if (changed.length) undone.push(changed.map(([cell]) => pair(cell, cell.value)));
  for (const [cell, text] of changed) {
    cell.value = text;
    cell.dataset.before = text;
    keep(cell);
  }
  tool("undo").disabled = !undone.length;
}
/** @param {Cell} cell */
function commit(cell) {
  const waited = later;
  clearTimeout(later);
  later = 0;
  const { before = cell.dataset.was || "" } = cell.dataset;
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
/** @param {Cell | undefined} cell */
function go(cell) {
  if (!cell) return;
  cell.focus();
  cell.select();
}
/** @param {Cell} cell */
function next(cell) {
  commit(cell);
  const cells = shown(), at = cells.indexOf(cell);
  let to = cells[at + 1];
  // The row after the space 72 is that of the space 73, unless another number is typed.
  if (to && to.dataset.field === "" && !to.value && rowOf(to) !== rowOf(cell)) {
    const named = /** @type {Cell | null} */ (first("[data-field='']", rowOf(cell))), last = (named && named.value) || keyOf(cell);
    if (/^\d+$/.test(last)) {
      to.value = String(Number(last) + 1);
      to = cells[at + 2];
    }
  }
  go(to || cell);
}
/** As in a spreadsheet: to the next row, in the column where this one was begun. @type {(cell: Cell) => void} */
function nextRow(cell) {
  commit(cell);
  const row = rowOf(cell).nextElementSibling;
  const cells = row ? shown(row) : [];
  go(cells.find((one) => one.dataset.field === begun) || cells[0]);
}
/** Whether nothing longer could be typed into a number. @type {(cell: Cell) => boolean} */
function complete({ value, dataset: { type, low, high } }) {
  if (type !== "number" || !/^\d+$/.test(value)) return false;
  const n = Number(value);
  return n >= Number(low) && n <= Number(high) && (n === 0 || n * 10 > Number(high));
}
/** @type {(type: string | undefined, text: string, key: string) => string} */
const joined = (type, text, key) => (!text || type === "choice" ? key : type === "choices" ? `${text}; ${key}` : text + key);
/** @type {(cell: Cell, key: string) => void} */
function press(cell, key) {
  const fresh = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
  cell.value = joined(cell.dataset.type, fresh || cell.value === "–" ? "" : cell.value, key);
  cell.setSelectionRange(cell.value.length, cell.value.length);
  if (cell.dataset.type === "choice" || complete(cell)) next(cell);
  else soon(cell);
}
/** The end of a text that stands in the column already, to be typed over; not of names, which are all different. @type {(cell: Cell) => void} */
function suggest(cell) {
  const { value, dataset: { type, field } } = cell;
  if (type !== "text" || field === form.dataset.naming || cell.selectionStart !== value.length) return;
  const known = new Set(column(cell).filter((one) => one !== cell).map((one) => one.value));
  const ends = [...known].filter((one) => one.length > value.length && one.toLowerCase().startsWith(value.toLowerCase()));
  if (ends.length !== 1) return;
  cell.value = value + ends[0].slice(value.length);
  cell.setSelectionRange(value.length, cell.value.length);
}
/** @param {Cell} cell */
function soon(cell) {
  clearTimeout(later);
  // What is only suggested is kept when the cell is left, not before.
  later = setTimeout(() => cell.selectionStart === cell.selectionEnd && commit(cell), 800);
  if (!flying && !refused) tellKept();
}
/** An empty row stays below the last one while there is room for more components. @type {(cell: Cell) => HTMLTableRowElement | null} */
function blankBelow(cell) {
  const row = rowOf(cell), table = /** @type {HTMLTableSectionElement} */ (row.parentElement);
  if (!isNew(cell) || row !== table.lastElementChild || table.querySelectorAll("tr").length >= mostRows) return null;
  const fresh = /** @type {HTMLTableRowElement} */ (row.cloneNode(true));
  fresh.dataset.row = `+${Date.now().toString(36)}${table.rows.length}`;
  // as the template counts rows; each id is on the page once
  const renumbered = (/** @type {string | null} */ ids) => (ids || "").replace(/(^|\s)(r|why-)\d+/g, `$1$2${table.rows.length}`);
  for (const name of ["id", "aria-labelledby", "aria-describedby"]) {
    for (const node of all(`[${name}]`, fresh)) node.setAttribute(name, renumbered(node.getAttribute(name)));
  }
  for (const one of cellsIn(fresh)) {
    one.value = one.dataset.was = "";
    for (const word of ["sent", "answered", "before"]) delete one.dataset[word];
    one.removeAttribute("aria-invalid");
  }
  for (const why of all(".cell-why", fresh)) why.textContent = "";
  for (const place of all("td.is-wrong", fresh)) place.classList.remove("is-wrong");
  for (const count of all("[data-count]", fresh)) count.textContent = String(table.rows.length + 1);
  table.append(fresh);
  return fresh;
}
const mostRows = all("tbody tr:not([data-row^='+'])").length + Number(form.dataset.free);

// -- the same for many: the column above and below, the rest, a spreadsheet, a brush ----------------------------------
const column = (/** @type {Cell} */ cell) => shown().filter((one) => one.dataset.field === cell.dataset.field);
/** @param {Cell} cell */
function down(cell) {
  commit(cell);
  const cells = column(cell), text = cell.value;
  change(cells.slice(cells.indexOf(cell) + 1).filter((one) => !one.value && !isNew(one)).map((one) => pair(one, text)));
}
/** @param {Cell} cell */
function above(cell) {
  const cells = column(cell), one = cells[cells.indexOf(cell) - 1];
  if (!one) return;
  change([[cell, one.value]]);
  next(cell);
}
function rest() {
  const empty = shown().filter((cell) => !cell.value && !isNew(cell));
  const zero = (/** @type {Cell} */ { dataset: { type = "", low } }) => (type === "number" ? (Number(low) <= 0 ? "0" : "") : type.endsWith("s") ? "–" : "");
  change(empty.map((cell) => pair(cell, zero(cell))).filter(([, text]) => text));
}
/** @type {(cell: Cell, text: string) => void} */
function paste(cell, text) {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t"));
  const start = shown(rowOf(cell)).indexOf(cell);
  /** @type {Pairs} */
  const pairs = [];
  let row = /** @type {Element | null} */ (rowOf(cell)), left = 0;
  lines.forEach((texts, n) => {
    if (n) row = row && (row.nextElementSibling || blankBelow(cellsIn(row)[0]));
    const cells = row ? shown(row).slice(start) : [];
    texts.forEach((one, place) => (cells[place] ? pairs.push([cells[place], one.trim()]) : (left += one ? 1 : 0)));
  });
  change(pairs);
  if (left) tell(texts.left.replace("{n}", String(left)));
}
/** @param {boolean} on */
function takeBrush(on) {
  const keys = first("[data-keys]", bar);
  brush = on ? { text: "", fresh: true, pad: now ? now.dataset.pad : keys ? keys.dataset.keys : undefined } : null;
  tool("brush").setAttribute("aria-pressed", String(on));
  form.classList.toggle("is-brush", on);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  if (on && focused) focused.blur();
  showBrush();
}
function showBrush() {
  if (brush) showPad(brush.pad, brush.type);
  tellKept();
}
/** @type {(cell: Cell, brushed: Brush) => void} */
function place(cell, brushed) {
  if (cell.dataset.pad !== brushed.pad || !brushed.text) {
    brush = { text: cell.dataset.pad === brushed.pad ? brushed.text : "", fresh: true, pad: cell.dataset.pad, type: cell.dataset.type };
    return showBrush();
  }
  change([[cell, brushed.text]]);
  brushed.fresh = true;
}
/** @type {(key: string, brushed: Brush) => void} */
function load(key, brushed) {
  const isDigits = need(`[data-keys='${brushed.pad}']`, bar).matches(".is-digits");
  const type = isDigits ? "numbers" : (brushed.type || (now ? now.dataset.type : "choices"));
  brushed.text = brushed.fresh ? key : joined(type, brushed.text, key);
  brushed.fresh = false;
  showBrush();
}

// -- the pad -----------------------------------------------------------------------------------------------------
/** @type {(pad: string | undefined, type?: string) => void} */
function showPad(pad, type = "") {
  for (const keys of all("[data-keys]", bar)) keys.hidden = keys.dataset.keys !== pad;
  const list = type.endsWith("s");
  tool("none").hidden = !list;
  tool("above").hidden = list && innerWidth < 700;
}
/** What a tool does without a cell. @type {Record<string, () => void>} */
const TOOLS = { undo, brush: () => takeBrush(!brush), rest };
/** What it does in one. @type {Record<string, (cell: Cell) => void>} */
const CELL_TOOLS = {
  none: (cell) => (brush ? load("–", brush) : (cell.value = "–", next(cell))),
  above,
  down,
  next,
};
bar.addEventListener("mousedown", (event) => event.preventDefault());
bar.addEventListener("click", ({ target }) => {
  const button = around(target, "button");
  if (!button) return;
  const { key, do: what = "" } = button.dataset;
  if (key !== undefined) {
    if (brush) load(key, brush);
    else if (now) press(now, key);
  } else if (what in TOOLS) TOOLS[what]();
  else if (now) CELL_TOOLS[what](now);
});

/* On a phone the table takes the screen from its top down to the pad. */
function raise() {
  const table = need(".cells-box", form), { top, bottom } = table.getBoundingClientRect();
  if (top >= 0 && bottom <= bar.getBoundingClientRect().top) return;
  changing(() => scrollBy(0, top - 8));
}
/* A tap counts where the finger went down, and in no cell that has just moved under it: it focuses and presses nothing
   else. */
const part = (/** @type {Event} */ { target }) => around(target, "input[data-field], [data-pad-bar] button");
/** @type {HTMLElement | null} */
let finger = null;
addEventListener("pointerdown", (event) => { finger = part(event); }, { capture: true, passive: true });
for (const sign of /** @type {const} */ (["mousedown", "click"])) addEventListener(sign, (event) => {
  const at = part(event), moved = at && at.matches("input") && "fresh" in document.documentElement.dataset;
  if (!at || !event.isTrusted || !event.detail || (at === finger && !moved)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (sign === "click") document.dispatchEvent(new Event("held-back"));
}, true);

// -- keys and taps on cells --------------------------------------------------------------------------------------
const cellOf = (/** @type {Event} */ event) => /** @type {Cell | null} */ (around(event.target, "input[data-field]"));
form.addEventListener("pointerdown", (event) => { const cell = cellOf(event);
  begun = cell ? cell.dataset.field : begun; });
form.addEventListener("mousedown", (event) => { if (brush && cellOf(event)) event.preventDefault(); });
form.addEventListener("click", (event) => {
  const cell = cellOf(event);
  if (cell && brush) place(cell, brush);
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
  if (!bar.contains(/** @type {Node | null} */ (event.relatedTarget))) now = null;
});
form.addEventListener("input", (event) => {
  const cell = cellOf(event);
  if (!cell) return;
  const isTyped = /** @type {InputEvent} */ (event).inputType === "insertText";
  if (isTyped && complete(cell)) return next(cell);
  if (isTyped) suggest(cell);
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
  const counted = (cell.dataset.type || "").startsWith("choice") && keys.length <= 9 && /^[1-9]$/.test(event.key) && keys[Number(event.key) - 1];
  if (counted) press(cell, counted.dataset.key || "");
  else if (event.key === "Enter") thumbs ? next(cell) : nextRow(cell);
  else if (event.key === "ArrowDown") go(cells[at + 1]);
  else if (event.key === "ArrowUp") go(cells[at - 1]);
  else if (event.key === "d" && (event.ctrlKey || event.metaKey)) down(cell);
  else return;
  event.preventDefault();
});
form.addEventListener("submit", (event) => event.preventDefault());

for (const cell of cellsIn(form)) {
  cell.removeAttribute("list");
  if (bar.querySelector(`[data-keys='${cell.dataset.pad}']`)) cell.inputMode = "none";
}
const kinds = need(".cells-kinds"), current = need("[aria-current]", kinds);
kinds.scrollLeft = current.offsetLeft - 24;
need("[data-without-script]").hidden = true;
tool("none").hidden = true;
bar.hidden = false;
