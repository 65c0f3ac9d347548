/* Places a piece on a grid by drag, tap and keys: selects the allowed placement nearest to the finger in the list that
   the form sends. The question lists all placements; no rule is known here. */
import { all, around, byId, forms as allForms, need, one } from "./dom.js";

const SQUARE = 40, PULL = .6; // view box units; squares by which an available placement counts as nearer than an unavailable one

/** Squares of a piece, from its corner. @typedef {[right: number, down: number][]} Squares */
/** A point or a corner, in squares. @typedef {{x: number, y: number}} At */
/** A placement by the key of its option; `out`: one that is not available. @typedef {At & {key: string, turn: number, out: boolean}} Way */
/**
 * What the page says of a question: its squares by turn, why placements are barred (by key, the number of the reason), and
 * all placements.
 * @typedef {{
 *   form: HTMLFormElement, board: HTMLElement, list: HTMLSelectElement, turns: Squares[], barred: Record<string, number>,
 *   ways: Way[], reasons: string[],
 * }} Piece
 */

/** Digest of a question: the placement of its piece. @type {Map<string, Way>} */
const hands = new Map();

// -- data of a question ---------------------------------------------------------------------------------
/** @type {(form: HTMLFormElement) => Piece} */
function placement(form) {
  const board = need("[data-lay-board]", form), list = /** @type {HTMLSelectElement} */ (need("[data-lay-list]", form));
  const turns = JSON.parse(board.dataset.turns || ""), barred = JSON.parse(board.dataset.barred || "");
  const reach = [...list.options].map((option) => option.value).filter(Boolean);
  const ways = [...reach, ...Object.keys(barred)].map((key) => {
    const [x, y, turn] = key.split(",").map(Number);
    return { key, x, y, turn, out: key in barred };
  });
  return { form, board, list, turns, barred, ways, reasons: JSON.parse(board.dataset.reasons || "") };
}
/** @type {(piece: Piece, way: Way) => At} */
const middle = ({ turns }, { x, y, turn }) => {
  const mean = (/** @type {0 | 1} */ side) => turns[turn].reduce((sum, square) => sum + square[side], 0) / turns[turn].length + .5;
  return { x: x + mean(0), y: y + mean(1) };
};
/** @type {(piece: Piece, way: Way, at: At) => boolean} */
const covers = ({ turns }, { x, y, turn }, at) =>
  turns[turn].some(([right, down]) => x + right === Math.floor(at.x) && y + down === Math.floor(at.y));
/** @type {(it: Piece, ways: Way[], to: At, pull?: number) => Way | null} */
function nearest(it, ways, to, pull = PULL) {
  const far = (/** @type {Way} */ way) => Math.hypot(middle(it, way).x - to.x, middle(it, way).y - to.y) + (way.out ? pull : 0);
  return ways.reduce((best, way) => (!best || far(way) < far(best) - 1e-9 ? way : best), /** @type {Way | null} */ (null));
}

// -- the placement ----------------------------------------------------------------------------------------
const digest = (/** @type {Piece} */ { form }) => form.dataset.digest || "";
const present = (/** @type {Piece} */ it) => hands.get(digest(it));
/** Where a piece lies at first: in the middle, as little turned as it fits. @type {(it: Piece) => Way | null} */
function first(it) {
  const chosen = it.ways.find((way) => way.key === it.list.value);
  const centre = { x: Number(it.board.dataset.width) / 2, y: Number(it.board.dataset.height) / 2 };
  const free = it.ways.filter((way) => !way.out), least = Math.min(...free.map((way) => way.turn));
  return chosen || nearest(it, free.length ? free.filter((way) => way.turn === least) : it.ways, centre);
}
/** @type {(it: Piece, way: Way) => void} */
function draw(it, way) {
  const piece = need("[data-lay-piece]", it.board);
  piece.setAttribute("transform", `translate(${way.x * SQUARE} ${way.y * SQUARE})`);
  piece.classList.toggle("out", way.out);
  piece.removeAttribute("hidden");
  for (const turn of all("[data-turn]", piece)) turn.toggleAttribute("hidden", Number(turn.dataset.turn) !== way.turn);
  it.list.value = way.out ? "" : way.key;
  const word = need("[data-lay-word]", it.form), said = way.out ? it.reasons[it.barred[way.key]] : it.list.selectedOptions[0].text;
  word.classList.toggle("out", way.out);
  if (word.textContent !== said) word.textContent = said;
  need("[data-lay-turn]", it.form).hidden = it.turns.length < 2;
}
/** @type {(it: Piece, way: Way | null | undefined) => void} */
function lay(it, way) {
  const now = present(it);
  if (!way || (now && way.key === now.key)) return;
  hands.set(digest(it), way);
  draw(it, way);
  it.list.dispatchEvent(new Event("input", { bubbles: true }));
}
/** @param {Piece} it */
function turn(it) {
  const now = present(it), count = it.turns.length;
  if (!now) return;
  for (let step = 1; step < count; step++) {
    const turned = it.ways.filter((way) => way.turn === (now.turn + step) % count);
    if (turned.length) return lay(it, nearest(it, turned, middle(it, now)));
  }
}
/** @type {(it: Piece, dx: number, dy: number) => void} */
function shift(it, dx, dy) {
  const now = present(it);
  if (now) lay(it, it.ways.find((way) => way.x === now.x + dx && way.y === now.y + dy && way.turn === now.turn));
}
/** @type {(it: Piece, at: At) => void} */
function touch(it, at) {
  const over = it.ways.filter((way) => covers(it, way, at)), now = present(it);
  const alike = over.filter((way) => now && way.turn === now.turn);
  lay(it, nearest(it, alike.some((way) => !way.out) ? alike.filter((way) => !way.out) : alike.length ? alike : over, at));
}

// -- pointer and keys ---------------------------------------------------------------------------------------
/** @type {(node: EventTarget | null) => HTMLFormElement} */
const formOf = (node) => /** @type {HTMLFormElement} */ (around(node, "form[data-kind=fit]"));
/** Where that is, in squares. @type {(board: HTMLElement, event: MouseEvent) => At} */
function place(board, { clientX, clientY }) {
  const svg = /** @type {SVGSVGElement} */ (board.querySelector("svg"));
  const point = new DOMPoint(clientX, clientY).matrixTransform(/** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse());
  return { x: point.x / SQUARE, y: point.y / SQUARE };
}
/** The question whose piece is dragged, by which pointer, and from where the piece is held. @type {{form: HTMLFormElement, digest: string, pointer: number, dx: number, dy: number} | null} */
let drag = null;
const lifts = (/** @type {EventTarget | null} */ target) => around(target, "[data-lay-piece]");
document.addEventListener("pointerdown", (event) => {
  if (!lifts(event.target) || event.button) return;
  const it = placement(formOf(event.target)), at = place(it.board, event), now = present(it);
  if (!now) return;
  const from = middle(it, now);
  drag = { form: it.form, digest: digest(it), pointer: event.pointerId, dx: from.x - at.x, dy: from.y - at.y };
  it.board.classList.add("dragged");
});
document.addEventListener("pointermove", (event) => {
  if (!drag || drag.pointer !== event.pointerId || drag.form.dataset.digest !== drag.digest) return;
  const it = placement(drag.form), at = place(it.board, event), now = present(it);
  if (now) lay(it, nearest(it, it.ways.filter((way) => way.turn === now.turn), { x: at.x + drag.dx, y: at.y + drag.dy }));
});
/** @param {PointerEvent} event */
function drop(event) {
  if (!drag || drag.pointer !== event.pointerId) return;
  const board = one("[data-lay-board]", drag.form);
  if (board) board.classList.remove("dragged");
  drag = null;
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("click", (event) => {
  const board = around(event.target, "[data-lay-board]"), key = around(event.target, "[data-lay-turn]");
  if (key) turn(placement(formOf(key)));
  else if (board && !lifts(event.target)) touch(placement(formOf(board)), place(board, event));
});
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  const board = around(event.target, "[data-lay-board]");
  if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
  const it = placement(formOf(board)), act = /** @type {HTMLButtonElement} */ (need("[data-act]", it.form));
  if (ARROWS[event.key]) shift(it, ...ARROWS[event.key]);
  else if (event.key === "r" || event.key === "R") turn(it);
  else if (event.key === "Enter") { if (!act.disabled) it.form.requestSubmit(act); }
  else return;
  event.preventDefault();
});
document.addEventListener("input", ({ target }) => {
  const list = /** @type {HTMLSelectElement | null} */ (around(target, "[data-lay-list]"));
  if (!list) return;
  const it = placement(formOf(list)), way = it.ways.find(({ key }) => key === list.value);
  if (way) hands.set(digest(it), way);
});
// Some browsers ignore touch-action on SVG elements: keep a drag from scrolling the page.
const holds = (/** @type {Event} */ event) => { if (lifts(event.target)) event.preventDefault(); };

/* options.js fires this after an update, before it requests previews. */
document.addEventListener("settling", () => {
  const forms = allForms("form[data-kind=fit]").filter((form) => one("[data-lay-board]", form));
  const asked = new Set(forms.map((form) => form.dataset.digest));
  for (const old of hands.keys()) if (!asked.has(old)) hands.delete(old);
  for (const form of forms) {
    const it = placement(form);
    it.board.addEventListener("touchstart", holds, { passive: false });
    const way = present(it) || first(it);
    if (!way) continue;
    hands.set(digest(it), way);
    draw(it, way);
  }
});
