/* What just happened, large over board and story of the table screen, for as long as it takes to read; then it shrinks
   into the story. The next act of somebody else ends it, as far as everybody may know of it. */
import { all, byId, need, one } from "./dom.js";

const SHORTEST = 6000, LONGEST = 12000, OPENING = 4000, EACH_WORD = 350; // milliseconds to read it
const COMES = 250, GOES = 500;
const WAITING = 2; // those beyond are told in the story only
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{seat: string, line: number, card: HTMLElement}} Announcement */
/** @type {Announcement[]} */
const queue = [];
/** @type {Announcement | null} */
let shown = null;
let told = -1, ends = 0;

/** Milliseconds for which these words stand. @param {string} words */
export const readingTime = (words) =>
  Math.min(Math.max(OPENING + EACH_WORD * words.trim().split(/\s+/).length, SHORTEST), LONGEST);

const stage = () => need("#announcement");
/** @type {(room: HTMLElement) => boolean} */
const holds = (room) => room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1;

/* The largest letters with which it is whole; then it gives up its further lines and slips, which are in the story. */
export function fitAnnouncement() {
  const room = stage(), under = one(".screen .meander"), [card] = all(".moment", room);
  if (room.hidden || !card) return;
  room.style.top = under ? `${under.getBoundingClientRect().bottom}px` : "0";
  const spare = all(".moment-more, .moment-slips .slip", room);
  for (const part of spare) part.classList.remove("no-room");
  const sizes = ["large", "", "small"];
  for (const size of sizes) {
    card.classList.remove("large", "small");
    if (size) card.classList.add(size);
    if (holds(card)) return;
  }
  for (const part of [...all(".moment-more", room).reverse(), ...all(".moment-slips .slip", room).reverse()]) {
    part.classList.add("no-room");
    if (holds(card)) return;
  }
}

function next() {
  clearTimeout(ends);
  const room = stage();
  shown = queue.shift() || null;
  room.hidden = !shown;
  room.replaceChildren(...shown ? [shown.card] : []);
  if (!shown) return;
  fitAnnouncement();
  if (!still.matches) room.animate([{ opacity: 0 }, { opacity: 1 }], COMES);
  ends = setTimeout(shrink, readingTime(shown.card.textContent || ""));
}

function shrink() {
  const room = stage(), story = one(".screen .story-card");
  if (still.matches || !story || !story.getClientRects().length) return next();
  const from = room.getBoundingClientRect(), to = story.getBoundingClientRect();
  const small = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width}, ${to.height / from.height})`;
  room.style.transformOrigin = "0 0";
  const going = room.animate([{ transform: "none", opacity: 1 }, { transform: small, opacity: 0 }], { duration: GOES, easing: "ease-in" });
  const done = shown;
  going.onfinish = () => { if (shown === done) next(); };
}

/** Takes up what the page tells now. A page that has just been opened begins with the board. */
export function announce() {
  const step = byId("announced");
  if (!step || !byId("announcement")) return;
  const line = Number(step.dataset.line || 0), seat = step.dataset.seat || "";
  if (told < 0 || line < told || all(".screen .bands:not([hidden]) .band, .screen .final").length) {
    queue.length = 0;
    told = line;
    if (shown) next();
    return;
  }
  if (line === told) return;
  told = line;
  const over = shown && shown.seat !== seat;
  if (over) queue.length = 0;
  for (const card of all(".moment", step)) {
    if (queue.length < WAITING) queue.push({ seat, line, card: /** @type {HTMLElement} */ (card.cloneNode(true)) });
  }
  if (over || !shown) next();
}
