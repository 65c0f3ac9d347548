/* The table screen: the largest letters that fit without scrolling; at the end of a play, pages with every point of
   every side, turned by themselves, by the arrow keys or by a tap. Whoever turns them has time to read. */
import { announce, fitAnnouncement, readingTime } from "./announcements.js";
import { all, around, byId, need } from "./dom.js";

const root = document.documentElement;

// -- the largest font, then the largest rows, that fit ------------------------------------------------------------
const SIZES = ["grow-3", "grow-2", "grow-1", ""], ROOMS = ["roomy-2", "roomy-1", ""];
const FINAL = ["crowded", "reasonless", "smallest"]; // what every point of a side gives up, one after another
const LETTERS = 36; // so many of the smallest letters of a picture make the shorter side of the screen
const drawn = () => {
  const texts = /** @type {SVGTextElement[]} */ (/** @type {Element[]} */ (all(".screen svg text")));
  return texts.filter((text) => text.getClientRects().length > 0);
};
/** @type {(text: SVGTextElement) => boolean} */
const isRead = (text) => parseFloat(getComputedStyle(text).fontSize) * /** @type {DOMMatrix} */ (text.getScreenCTM()).a >= Math.min(innerWidth, innerHeight) / LETTERS;
/** @type {(room: HTMLElement) => boolean} */
const holds = (room) => room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1;

/** Of what was looked for how much served last. @type {Map<string, number>} */
const served = new Map();
/**
 * The least that serves, from 0 to `most`, and is `put` on the page; one more than that where nothing does. Each look at whether
 * it serves has the browser lay the screen out, so it is looked for around what served last.
 * @param {string} what
 * @param {number} most
 * @param {(much: number) => void} put
 * @param {() => boolean} serves
 */
function least(what, most, put, serves) {
  let much = Math.min(Math.max((served.get(what) || 0) - 1, 0), most);
  put(much);
  if (serves()) {
    for (; much > 0; much -= 1) {
      put(much - 1);
      if (serves()) continue;
      put(much);
      break;
    }
  } else {
    while (++much <= most) {
      put(much);
      if (serves()) break;
    }
  }
  served.set(what, much);
  return much;
}

/* What is given up where the smallest letters are still too large, one thing after another: older moves below what there
   is to read, the height of rows, words in maps (which keep their colours and icons) and over columns that have icons,
   then whole things, the last first, the notes and words of a rondel, and the story: they are on the phones. */
/** @type {(kind: string, what: string) => void} */
function silence(kind, what) {
  for (const text of drawn().filter((text) => !isRead(text))) {
    const picture = text.closest(kind);
    if (picture) picture.classList.add(what);
  }
}
/** @type {(spare: HTMLElement[]) => Generator<void>} */
function* givenUp(spare) {
  if (byId("final")) for (const less of FINAL) yield root.classList.add(less);
  yield root.classList.add("short-story");
  yield root.classList.add("tight");
  yield silence(".grid", "wordless");
  yield root.classList.add("iconic");
  while (spare.length > 1) yield /** @type {HTMLElement} */ (spare.pop()).classList.add("no-room");
  yield silence(".rondel", "noteless");
  yield silence(".rondel", "wordless");
  yield root.classList.add("no-story");
}

/** @type {(node: HTMLElement) => number} */
const rank = (node) => node.matches(".reveal-part > .slip") ? -1 : node.matches(".reveal-lines > li") ? 1 + all("li", /** @type {HTMLElement} */ (node.parentElement)).indexOf(node) : 0;

function fit() {
  const rooms = all(".screen [data-fit]");
  if (!rooms.length) return;
  /** Whether one of the classes serves: the first of those that do is put on. @type {(what: string, steps: string[]) => boolean} */
  const first = (what, steps) => least(what, steps.length - 1, (at) => {
    root.classList.remove(...steps.filter((step, place) => step && place !== at));
    if (steps[at]) root.classList.add(steps[at]);
  }, isWhole) < steps.length;
  // smaller letters beside a picture leave it more room for its own
  const isWhole = () => rooms.every(holds) && drawn().every(isRead);
  root.classList.remove(...ROOMS.filter(Boolean), "tight", "short-story", "iconic", "no-story", ...FINAL);
  for (const picture of all(".screen .wordless, .screen .noteless")) picture.classList.remove("wordless", "noteless");
  const spare = all(".screen-rest > .slot:not(.aside), .reveal-lines > li, .reveal-part > .slip, .final-tie, .final-card");
  // the longest list gives up its last lines first, what hands have to do comes last of all
  spare.sort((one, other) => rank(one) - rank(other));
  for (const slot of spare) slot.classList.remove("no-room");
  if (first("size", SIZES)) {
    first("room", ROOMS);
    return;
  }
  // as much as last time, but for one thing, without a look at it
  const before = (served.get("given up") || 0) - 1;
  let given = 0;
  for (const _ of givenUp(spare)) if (++given >= before && isWhole()) break;
  served.set("given up", given);
  if (given <= before && given > 1) {
    served.delete("given up"); // less may do
    fit();
  }
}

/** The steps of a set-up but the one that is laid out now, the furthest first. @type {(story: HTMLElement) => HTMLElement[]} */
function farSteps(story) {
  const steps = all(".setting-steps > li:not(.soft)", story), now = steps.findIndex((step) => step.hasAttribute("aria-current"));
  const far = (/** @type {HTMLElement} */ step) => Math.abs(steps.indexOf(step) - now);
  return steps.filter((step) => far(step) > 0).sort((one, other) => far(other) - far(one));
}

/* The story gives up older moves after which nothing is to be done, and who has left what is older still, then further
   lines of the first, then room between and around slips, then older slips with their moves, then until when the
   first stands there, then the latest move, then slips of the first: they are on the phones, which it says. Of the steps
   of a set-up it gives up those furthest from the one that is laid out now. */
function fitStory() {
  const [story] = all(".screen .story");
  if (!story) return;
  /** The last first. @type {(part: string) => HTMLElement[]} */
  const of = (part) => all(part, story).reverse();
  const parts = [...farSteps(story), ...of(".story-before > li:not(.to-do):not(.newest)"), ...of(".story-folded"), ...of(".story-card .story-more"), story,
    ...of(".to-do .slip"), ...of(".to-do"), ...of(".story-until"), ...of(".newest"), ...of(".story-card .slip")];
  least("story", parts.length, (much) => parts.forEach((part, at) => part.classList.toggle(part === story ? "close" : "no-room", at < much)), () => holds(story));
  // a shorter one may fit where a longer one did not
  for (const slip of all(".story .slip.no-room")) {
    slip.classList.remove("no-room");
    if (!holds(story)) slip.classList.add("no-room");
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

/* Whose turn it is, whole: smaller, else on two lines, where the name is too long. */
function fitWho() {
  for (const sentence of all(".screen .who .screen-sentence")) {
    const steps = ["", "long", "wraps"];
    least("who", steps.length - 1, (much) => steps.forEach((step, at) => {
      if (step) sentence.classList.toggle(step, at === much);
    }), () => sentence.scrollWidth <= sentence.clientWidth + 1);
  }
  // the line below ends with who comes next: two smaller lines, where the name takes no more than one
  for (const who of all(".screen .who")) {
    if (who.querySelector(".wraps")) continue;
    for (const reason of all(".turn-reason", who)) {
      least("reason", 1, (much) => reason.classList.toggle("two-lines", much === 1), () => reason.scrollWidth <= reason.clientWidth + 1);
    }
  }
}

function fitAll() {
  showReveal();
  fitWho();
  fitStory();
  fit();
  fitStory(); // with the letters around it as they are now
  fitAnnouncement();
}
/** On another screen, or in other letters, nothing is as it was. */
function fitAnew() {
  served.clear();
  fitAll();
}
addEventListener("resize", fitAnew);
document.addEventListener("settling", fitAll);
document.addEventListener("settling", announce);
announce();
// The host has chosen another language: the page around the fragment speaks it too.
document.addEventListener("settling", () => {
  if (need("#live").lang !== root.lang) location.reload();
});
if (document.fonts) document.fonts.ready.then(fitAnew);

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
