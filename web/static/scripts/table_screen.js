/* The table screen: the largest letters that fit without scrolling; at the end of a play, pages with every point of
   every side, turned by themselves, by the arrow keys or by a tap. Whoever turns them has time to read. */
import { announce, fitAnnouncement, readingTime } from "./announcements.js";
import { all, around, byId, need } from "./dom.js";

const root = document.documentElement;

// -- the largest font, then the largest rows, that fit ------------------------------------------------------------
const SIZES = ["grow-3", "grow-2", "grow-1", ""], ROOMS = ["roomy-2", "roomy-1", ""];
const USUAL = SIZES.slice(SIZES.indexOf(""));
const LETTERS = 36; // so many of the smallest letters of a picture make the shorter side of the screen
const drawn = () => {
  const texts = /** @type {SVGTextElement[]} */ (/** @type {Element[]} */ (all(".screen svg text")));
  return texts.filter((text) => text.getClientRects().length > 0);
};
/** @type {(text: SVGTextElement) => boolean} */
const isRead = (text) => parseFloat(getComputedStyle(text).fontSize) * /** @type {DOMMatrix} */ (text.getScreenCTM()).a >= Math.min(innerWidth, innerHeight) / LETTERS;
/** @type {(room: HTMLElement) => boolean} */
const holds = (room) => room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1;

/* What is given up where the smallest letters are still too large, one thing after another: the height of rows, words
   in pictures (which keep their colours and icons), then whole things, the last first, and the story: they are on the
   phones. */
/** @type {(spare: HTMLElement[]) => Generator<void>} */
function* givenUp(spare) {
  yield root.classList.add("tight");
  for (const text of drawn().filter((text) => !isRead(text))) {
    const picture = text.closest(".grid, .rondel");
    if (picture) picture.classList.add("wordless");
  }
  yield;
  while (spare.length > 1) yield /** @type {HTMLElement} */ (spare.pop()).classList.add("no-room");
  yield root.classList.add("no-story");
}

function fit() {
  const rooms = all(".screen [data-fit]");
  if (!rooms.length) return;
  /** The first of the classes with which it serves. @type {(steps: string[], serves: () => boolean) => string | undefined} */
  const first = (steps, serves) => steps.find((step) => {
    root.classList.remove(...steps.filter(Boolean));
    if (step) root.classList.add(step);
    return serves();
  });
  // smaller letters beside a picture leave it more room for its own
  const isWhole = () => rooms.every(holds) && drawn().every(isRead);
  root.classList.remove(...ROOMS.filter(Boolean), "tight", "no-story");
  for (const picture of all(".screen .wordless")) picture.classList.remove("wordless");
  const spare = all(".screen-rest > .slot:not(.aside), .reveal-lines > li");
  for (const slot of spare) slot.classList.remove("no-room");
  if (first(SIZES, isWhole) === undefined) {
    for (const _ of givenUp(spare)) if (isWhole()) break;
    first(USUAL, isWhole); // without words, a picture may leave more room to the letters around it
  }
  if (!root.classList.contains("tight")) first(ROOMS, isWhole);
}

/* The story gives up older moves first, then further lines of the latest, then slips: they are on the phones. */
function fitStory() {
  const [story] = all(".screen .story");
  if (!story) return;
  const parts = [".story-before > li", ".story-more", ".slip"].flatMap((part) => all(`.story ${part}`).reverse());
  for (const part of parts) part.classList.remove("no-room");
  for (const part of parts) {
    if (holds(story)) return;
    part.classList.add("no-room");
  }
}

// -- a reveal fills the board for as long as it takes to read it -----------------------------------------------------
const PICTURES = 60000; // milliseconds
let revealed = "", covering = 0;

function endReveal() {
  root.classList.add("reveal-over");
  fitAll();
}
function showReveal() {
  const [reveal] = all("#reveal"), line = reveal ? reveal.dataset.revealed || "" : "";
  if (line === revealed) return;
  revealed = line;
  clearTimeout(covering);
  root.classList.remove("reveal-over");
  if (!reveal) return;
  covering = setTimeout(endReveal, reveal.querySelector(".widget") ? PICTURES : readingTime(reveal.textContent || ""));
}

function fitAll() {
  showReveal();
  fitStory();
  fit();
  fitAnnouncement();
}
addEventListener("resize", fitAll);
document.addEventListener("settling", fitAll);
document.addEventListener("settling", announce);
announce();
// The host has chosen another language: the page around the fragment speaks it too.
document.addEventListener("settling", () => {
  if (need("#live").lang !== root.lang) location.reload();
});
if (document.fonts) document.fonts.ready.then(fitAll);

// -- the end of a play --------------------------------------------------------------------------------------------
const EVERY = 12000, READING = 60000; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");
const final = () => byId("final");
const pages = () => {
  const shown = final();
  return shown ? Number(shown.dataset.pages) : 0;
};
let due = performance.now() + EVERY;

/** @type {(by: number, rest: number) => void} */
function turn(by, rest) {
  due = performance.now() + rest;
  root.dataset.turn = String((Number(root.dataset.turn || 0) + by + pages()) % pages());
  fit();
}
setInterval(() => {
  if (!pages()) {
    delete root.dataset.turn;
    due = performance.now() + EVERY;
  } else if (!still.matches && performance.now() >= due) turn(1, EVERY);
}, 500);
document.addEventListener("keydown", ({ key }) => {
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (by && pages()) turn(by, READING);
});
document.addEventListener("click", ({ target, clientX }) => {
  if (around(target, "#final")) turn(clientX < innerWidth / 2 ? -1 : 1, READING);
});
