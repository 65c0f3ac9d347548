/* Fingers on the page. What comes from the table waits while one is down, so that nothing moves under it. */
import { sending } from "./answers.js";
import { around } from "./dom.js";

/** Those that are down: when each came, by the id of its pointer. */
export const fingers = /** @type {Map<number, number>} */ (new Map());

/** @typedef {{id: string, by: number | string}} Holding a cover that is held open, and by which pointer or key */
export const hand = /** @type {{holds: Holding | null}} */ ({ holds: null });

/** @type {(() => void)[]} */
let later = [];
let replies = 0; // that have come, and wait
/* A finger that only holds a cover open waits for what another one has just asked for from under it. */
const isTouched = () => [...fingers.keys()].some((id) => !hand.holds || id !== hand.holds.by || !(replies || sending.size));

/**
 * Calls `act` once no finger is down.
 * @param {() => void} act
 */
export function untouched(act) {
  later.push(act);
  if (!isTouched()) catchUp();
}

/** Done once no finger is down, for what this page has asked for: it waits with the rest. */
export function nobodyTouches() {
  return /** @type {Promise<void>} */ (new Promise((done) => {
    replies += 1;
    untouched(() => { replies -= 1; done(); });
  }));
}

/* One after the other, as they came. */
function catchUp() {
  for (const act of later.splice(0)) act();
}

/**
 * @param {number} id
 * @param {number | undefined} came
 */
function lift(id, came) {
  if (fingers.get(id) === came) fingers.delete(id);
  if (!isTouched()) catchUp();
}

addEventListener("pointerdown", ({ target, pointerId, isPrimary, timeStamp }) => {
  if (isPrimary) fingers.clear(); // what was lifted unseen
  // What a key of the simulated table does is looked at while it is held.
  if (!around(target, "[data-sim-key]")) fingers.set(pointerId, timeStamp);
}, { capture: true, passive: true });
/** @param {PointerEvent} event */
function lifted({ pointerId }) {
  setTimeout(lift, 50, pointerId, fingers.get(pointerId)); // a click follows the end of its touch
}
addEventListener("pointerup", lifted, { capture: true, passive: true });
addEventListener("pointercancel", lifted, { capture: true, passive: true });
addEventListener("pointermove", (event) => {
  if (!event.buttons && fingers.has(event.pointerId)) lifted(event);
}, { passive: true });
addEventListener("blur", () => { fingers.clear(); catchUp(); });
