/* Covers: open while held, or until the page is untouched for as long as was chosen on this phone. Those of a seat's page
   are one: a tap opens the stage and the secret figures together. Lines of the story open one by one. */
import { all, around, byId, need } from "./dom.js";
import { fingers, hand } from "./fingers.js";
import { changing, takes } from "./tap_guard.js";

const AFTER = 300; // milliseconds that an update takes to settle
const covered = () => 1000 * Number(document.body.dataset.covered || 120); // milliseconds untouched with an open cover
const kept = new Set(); // those that stay open: ids, and PAGE for all of a seat's page
const PAGE = "the page";
let idle = 0, closes = 0, counting = 0, updated = -AFTER;

/** @type {(cover: HTMLElement) => string} */
const keyOf = (cover) => cover.closest(".seat-page") && !cover.closest(".log") ? PAGE : cover.id;
/** @type {(cover: HTMLElement) => boolean} */
const isOpen = (cover) => kept.has(keyOf(cover)) || (hand.holds !== null && hand.holds.id === cover.id);
/* A list that is the same for everybody stands open until something is chosen. */
/** @type {(cover: HTMLElement) => boolean} */
const isListed = (cover) => "listed" in cover.dataset && !isOpen(cover) && !cover.querySelector("[data-chosen]");
/** Shows each cover open or closed, as it is. */
export function drawCovers() {
  if (all("[data-cover]").some((cover) => cover.classList.contains("open") !== isOpen(cover) || cover.classList.contains("listed") !== isListed(cover))) changing(turnCovers);
  else turnCovers();
}
function turnCovers() {
  // Where nothing of a seat's page is secret any more nothing stays open, also not what is asked in secret later.
  if (kept.has(PAGE) && !all("[data-cover]").some((cover) => keyOf(cover) === PAGE)) kept.delete(PAGE);
  const live = byId("live");
  if (live) live.classList.toggle("uncovered", kept.has(PAGE));
  for (const cover of all("[data-cover]")) {
    cover.classList.toggle("open", isOpen(cover));
    cover.classList.toggle("listed", isListed(cover));
    need("[data-keep-open]", cover).setAttribute("aria-pressed", String(kept.has(keyOf(cover))));
  }
  count();
}
/** Says in the band when an open page covers itself. */
function count() {
  clearTimeout(counting);
  const words = byId("closes-in");
  if (!words) return;
  const left = kept.size ? Math.max(0, Math.ceil((closes - performance.now()) / 1000)) : 0;
  words.hidden = !left;
  words.textContent = (words.dataset.words || "").replace("{time}", `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
  if (left) counting = setTimeout(count, 1000);
}

// -- closing by itself ----------------------------------------------------------------------------------------------
/** Only input extends the time, not updates from the table. A finger that rests on the page is input as long as it does. */
export function touched() {
  clearTimeout(idle);
  closes = performance.now() + covered();
  if (kept.size) idle = setTimeout(untouchedSince, covered());
}
function untouchedSince() {
  if (fingers.size || hand.holds) touched();
  else coverAll();
}
for (const sign of ["pointerdown", "pointermove", "click", "keydown"]) addEventListener(sign, touched, { passive: true });
/** An update of the page has just come: what it moves is no input. */
export function noteUpdate() {
  updated = performance.now();
}
/* A screen reader that goes on reading moves the page, the focus or the selection, and may do nothing else. */
const moved = () => { if (performance.now() - updated > AFTER) touched(); };
for (const sign of ["scroll", "focusin", "selectionchange"]) document.addEventListener(sign, moved, { passive: true });

export function coverAll() {
  document.dispatchEvent(new Event("cover-all"));
  kept.clear();
  hand.holds = null;
  touched();
  drawCovers();
}
addEventListener("blur", coverAll);
addEventListener("pagehide", coverAll);
document.addEventListener("visibilitychange", () => { if (document.hidden) coverAll(); });

// -- tapped ---------------------------------------------------------------------------------------------------------
document.addEventListener("click", ({ target }) => {
  if (around(target, "[data-cover-all]")) coverAll();
  const face = around(target, ".cover-face"), cover = face && /** @type {HTMLElement | null} */ (face.closest("[data-cover]"));
  // All of a cover opens it; closed it is by its key alone.
  if (cover && (around(target, "[data-keep-open]") || !(isOpen(cover) || around(target, "[data-hold], input")))) {
    const key = keyOf(cover);
    kept.has(key) ? kept.delete(key) : kept.add(key);
    touched();
    drawCovers();
  }
});

// -- held -----------------------------------------------------------------------------------------------------------
/**
 * Opens the cover in which `holder` stands.
 * @param {HTMLElement} holder
 * @param {number | string} by
 */
function hold(holder, by) {
  const { id } = /** @type {HTMLElement} */ (holder.closest("[data-cover]"));
  if (hand.holds && hand.holds.id === id) return;
  hand.holds = { id, by };
  drawCovers();
}
function release() {
  hand.holds = null;
  drawCovers();
}
/** @param {number | string} by */
function letGo(by) {
  if (hand.holds && hand.holds.by === by) release();
}
/** @type {(event: Event) => HTMLElement | null} */
const holderOf = (event) => around(event.target, "[data-hold]");
document.addEventListener("pointerdown", (event) => {
  const { pointerId, isPrimary } = event, holder = holderOf(event);
  if (isPrimary && hand.holds && typeof hand.holds.by === "number") release(); // what held it was lifted unseen
  if (holder) hold(holder, pointerId);
});
// Whatever else is lifted or pressed meanwhile answers what is under the cover.
document.addEventListener("pointerup", ({ pointerId }) => letGo(pointerId));
document.addEventListener("pointercancel", ({ pointerId }) => letGo(pointerId));
document.addEventListener("contextmenu", (event) => { if (holderOf(event)) event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  const holder = holderOf(event);
  if (!holder || (event.key !== " " && event.key !== "Enter")) return;
  event.preventDefault();
  hold(holder, event.key);
});
document.addEventListener("keyup", ({ key }) => letGo(key));

// -- a second finger ------------------------------------------------------------------------------------------------
/* Browsers make no click of a second finger, which taps while the first one holds the cover. */
const TAPPED = "button, label, summary, input, select, [data-pick]", NEAR = 16; // pixels a tap may wander
/** @typedef {{node: HTMLElement, x: number, y: number, time: number}} SecondTap where a second finger came down */
/** @type {Map<number, SecondTap>} */
const taps = new Map();
document.addEventListener("touchstart", ({ touches, changedTouches, timeStamp }) => {
  taps.clear();
  if (!hand.holds || touches.length < 2) return;
  for (const { identifier, target, clientX, clientY } of changedTouches) {
    const node = around(target, TAPPED);
    if (node && node.closest(`#${CSS.escape(hand.holds.id)} > .cover-inside`)) taps.set(identifier, { node, x: clientX, y: clientY, time: timeStamp });
  }
}, { passive: true });
document.addEventListener("touchend", (event) => {
  for (const { identifier, clientX, clientY } of event.changedTouches) {
    const tap = taps.get(identifier);
    taps.delete(identifier);
    if (!tap || !hand.holds || !tap.node.isConnected || Math.hypot(clientX - tap.x, clientY - tap.y) > NEAR) continue;
    event.preventDefault(); // nor is there one beside this
    if (!takes(tap.node, tap.node, tap)) continue;
    tap.node.focus({ preventScroll: true });
    tap.node.click();
  }
}, { passive: false });
