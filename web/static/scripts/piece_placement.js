/* Places a piece on a grid by drag, tap and keys: selects the allowed placement nearest to the finger in the list that
   the form sends. The question lists all placements; no rule is known here. */
import { all, around, one } from "./dom.js";

const SQUARE = 40, PULL = .6; // view box units; squares by which an available placement counts as nearer than an unavailable one
const hands = new Map(); // digest of a question: the placement of its piece, {key, x, y, turn}

// -- data of a question ---------------------------------------------------------------------------------
function placement(form) {
  const board = one("[data-lay-board]", form), list = one("[data-lay-list]", form);
  const turns = JSON.parse(board.dataset.turns), barred = JSON.parse(board.dataset.barred);
  const reach = [...list.options].map((option) => option.value).filter(Boolean);
  const ways = [...reach, ...Object.keys(barred)].map((key) => {
    const [x, y, turn] = key.split(",").map(Number);
    return { key, x, y, turn, out: key in barred };
  });
  return { form, board, list, turns, barred, ways, reasons: JSON.parse(board.dataset.reasons) };
}
const middle = ({ turns }, { x, y, turn }) => {
  const mean = (side) => turns[turn].reduce((sum, square) => sum + square[side], 0) / turns[turn].length + .5;
  return { x: x + mean(0), y: y + mean(1) };
};
const covers = ({ turns }, { x, y, turn }, at) =>
  turns[turn].some(([right, down]) => x + right === Math.floor(at.x) && y + down === Math.floor(at.y));
function nearest(it, ways, to, pull = PULL) {
  const far = (way) => Math.hypot(middle(it, way).x - to.x, middle(it, way).y - to.y) + (way.out ? pull : 0);
  return ways.reduce((best, way) => (!best || far(way) < far(best) - 1e-9 ? way : best), null);
}

// -- the placement ----------------------------------------------------------------------------------------
const digest = ({ form }) => form.dataset.digest;
const present = (it) => hands.get(digest(it));
function first(it) {
  const chosen = it.ways.find((way) => way.key === it.list.value);
  const centre = { x: it.board.dataset.width / 2, y: it.board.dataset.height / 2 };
  return chosen || nearest(it, it.ways, centre, 1000);
}
function draw(it) {
  const way = present(it), piece = one("[data-lay-piece]", it.board);
  piece.setAttribute("transform", `translate(${way.x * SQUARE} ${way.y * SQUARE})`);
  piece.classList.toggle("out", way.out);
  piece.removeAttribute("hidden");
  for (const turn of all("[data-turn]", piece)) turn.toggleAttribute("hidden", +turn.dataset.turn !== way.turn);
  it.list.value = way.out ? "" : way.key;
  const word = one("[data-lay-word]", it.form), said = way.out ? it.reasons[it.barred[way.key]] : it.list.selectedOptions[0].text;
  word.classList.toggle("out", way.out);
  if (word.textContent !== said) word.textContent = said;
  one("[data-lay-turn]", it.form).hidden = it.turns.length < 2;
}
function lay(it, way) {
  if (!way || (present(it) && way.key === present(it).key)) return;
  hands.set(digest(it), way);
  draw(it);
  it.list.dispatchEvent(new Event("input", { bubbles: true }));
}
function turn(it) {
  const now = present(it), count = it.turns.length;
  for (let step = 1; step < count; step++) {
    const turned = it.ways.filter((way) => way.turn === (now.turn + step) % count);
    if (turned.length) return lay(it, nearest(it, turned, middle(it, now)));
  }
}
function shift(it, dx, dy) {
  const { x, y, turn } = present(it);
  lay(it, it.ways.find((way) => way.x === x + dx && way.y === y + dy && way.turn === turn));
}
function touch(it, at) {
  const over = it.ways.filter((way) => covers(it, way, at)), { turn } = present(it);
  const alike = over.filter((way) => way.turn === turn);
  lay(it, nearest(it, alike.some((way) => !way.out) ? alike.filter((way) => !way.out) : alike.length ? alike : over, at));
}

// -- pointer and keys ---------------------------------------------------------------------------------------
const formOf = (node) => around(node, "form[data-kind=fit]");
function place(board, { clientX, clientY }) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(one("svg", board).getScreenCTM().inverse());
  return { x: point.x / SQUARE, y: point.y / SQUARE };
}
let drag = null;
const lifts = (target) => around(target, "[data-lay-piece]");
document.addEventListener("pointerdown", (event) => {
  if (!lifts(event.target) || event.button) return;
  const it = placement(formOf(event.target)), at = place(it.board, event), from = middle(it, present(it));
  drag = { form: it.form, digest: digest(it), pointer: event.pointerId, dx: from.x - at.x, dy: from.y - at.y };
  it.board.classList.add("dragged");
});
document.addEventListener("pointermove", (event) => {
  if (!drag || drag.pointer !== event.pointerId || drag.form.dataset.digest !== drag.digest) return;
  const it = placement(drag.form), at = place(it.board, event), { turn } = present(it);
  lay(it, nearest(it, it.ways.filter((way) => way.turn === turn), { x: at.x + drag.dx, y: at.y + drag.dy }));
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (event) => {
  if (!drag || drag.pointer !== event.pointerId) return;
  const board = one("[data-lay-board]", drag.form);
  if (board) board.classList.remove("dragged");
  drag = null;
});
document.addEventListener("click", (event) => {
  const board = event.target.closest("[data-lay-board]"), key = event.target.closest("[data-lay-turn]");
  if (key) turn(placement(formOf(key)));
  else if (board && !lifts(event.target)) touch(placement(formOf(board)), place(board, event));
});
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  const board = around(event.target, "[data-lay-board]");
  if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
  const it = placement(formOf(board)), act = one("[data-act]", it.form);
  if (ARROWS[event.key]) shift(it, ...ARROWS[event.key]);
  else if (event.key === "r" || event.key === "R") turn(it);
  else if (event.key === "Enter") { if (!act.disabled) it.form.requestSubmit(act); }
  else return;
  event.preventDefault();
});
document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-lay-list]")) return;
  const it = placement(formOf(target)), way = it.ways.find(({ key }) => key === target.value);
  if (way) hands.set(digest(it), way);
});
// Some browsers ignore touch-action on SVG elements: keep a drag from scrolling the page.
const holds = (event) => { if (lifts(event.target)) event.preventDefault(); };

/* options.js fires this after an update, before it requests previews. */
document.addEventListener("settling", () => {
  const forms = all("form[data-kind=fit]").filter((form) => one("[data-lay-board]", form));
  const asked = new Set(forms.map((form) => form.dataset.digest));
  for (const old of hands.keys()) if (!asked.has(old)) hands.delete(old);
  for (const form of forms) {
    const it = placement(form);
    it.board.addEventListener("touchstart", holds, { passive: false });
    if (!present(it) && it.ways.length) hands.set(digest(it), first(it));
    if (present(it)) draw(it);
  }
});
