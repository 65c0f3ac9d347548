/* Tap guard: no tap is lost, and none answers what nobody has read. A control acts at the first tap where it stood for a
   moment. A choice, a step of a number or a piece of a picture that has just moved or come waits for as long, and acts if the same
   control of the same question is still there; whatever else has just come flashes: what sends, draws, reveals or votes,
   a cover, and all of a question that has just been asked. Other scripts change the page within `changing`; what a tap changes by
   itself, as where a fold or a tab opens, is measured here. */
import { all as allOf, around, byId, forms, need } from "./dom.js";
import { live } from "./page.js";

const STOOD = 300, CLOSED = 600; // milliseconds: that a control has to stand; that a cover which has closed stays closed
const BUSY = 2000, AGAIN = 30; // for what its own page is doing a tap waits longer; until the next look at those that wait
const NEAR = 8, SPOT = 12; // pixels: that count as not moved; that a double tap wanders
const TAPPED = "button, a[href], summary, label, select, [data-pick], [data-lay-board], .cover-face";

/** Edges of a control on the screen: left, top, right, bottom. @typedef {[number, number, number, number]} Place */
/**
 * What can be tapped on the page: where each control is, by its name, which questions are asked, and which covers are open.
 * @typedef {{places: Map<string, Place>, questions: Map<string, HTMLFormElement>, open: Set<string>}} Look
 */
/**
 * Where and when something was tapped; `other`: the finger came down on another control.
 * @typedef {{time: number, x: number, y: number, other?: boolean}} Spot
 */
/**
 * A tap on the control `name` of a question; `free`: since when the page is not busy with what was tapped before.
 * @typedef {Spot & {target: Element, name: string, question: string, free: number}} Tap
 */
/** A tap that waits, with its distance from the corner of the control. @typedef {Tap & {dx: number, dy: number}} WaitingTap */
/** @typedef {"acts" | "waits" | "refused"} Verdict */

/** When each control, each question came, and when each cover closed. @type {Map<string, number>} */
const since = new Map();
/** Where those that moved were before. @type {Map<string, Place>} */
const stood = new Map();
/** @type {Map<string, number>} */
const asked = new Map();
/** @type {Map<string, number>} */
const closed = new Map();
/** Forms: the digest that was sent. @type {Map<string, string | undefined>} */
const sent = new Map();
let depth = 0, calm = 0, calmAt = 0;
/** The control on which the finger is. @type {{name: string, time: number} | null} */
let down = null;
/** The last tap that counted. @type {Tap | null} */
let last = null;

const page = document.documentElement;
/** @type {(node: EventTarget | null) => boolean} */
const isLive = (node) => {
  const part = live();
  return part !== null && node instanceof Node && part.contains(node);
};
/** @type {(selector: string) => HTMLElement[]} */
const all = (selector) => allOf(selector, live() || document.createElement("i"));
/** The control itself, of a label that which it names. @type {(node: HTMLElement) => HTMLInputElement} */
const controlOf = (node) => /** @type {HTMLInputElement} */ ((node.matches("label") && /** @type {HTMLLabelElement} */ (node).control) || node);
/** @type {(node: HTMLElement) => HTMLFormElement | null} */
function formOf(node) {
  const option = node.dataset.pick && byId(node.dataset.pick);
  return controlOf(option || node).form || node.closest("form");
}
/** @type {(form: HTMLFormElement | null) => string} */
const questionOf = (form) => (form && form.dataset.question ? `${form.id} ${form.dataset.question}` : "");

// -- which control it is: its question, its field, its value --------------------------------------------------------
const VALUED = ["radio", "checkbox", "submit", "button"];
/** @type {(node: HTMLElement) => string} */
function nameOf(node) {
  const form = formOf(node), { name, type, value, dataset } = controlOf(node), { href } = /** @type {Partial<HTMLAnchorElement>} */ (node);
  const stepper = node.closest("[data-stepper]");
  const field = stepper ? /** @type {HTMLInputElement} */ (need("input", stepper)).name : name, place = node.closest("[id]");
  const within = field && form ? form.id || form.getAttribute("action") : place && place.id;
  const at = ["x", "y"].map((side) => node.getAttribute(side)); // squares of a grid have no id
  return JSON.stringify([questionOf(form), within, field, VALUED.includes(type) ? value : "", href, dataset.step, "hold" in dataset, ...at, node.tagName]);
}
const isSeen = (/** @type {DOMRect} */ { left, top, right, bottom }) => right > left && bottom > top;
/** @returns {Look} */
function look() {
  /** @type {Look} */
  const { places, questions } = nothing();
  for (const node of all(TAPPED)) {
    const box = node.getBoundingClientRect();
    if (isSeen(box)) places.set(nameOf(node), [box.left, box.top, box.right, box.bottom]);
  }
  for (const form of forms("form[data-question]", live() || document.createElement("i"))) {
    if (isSeen(form.getBoundingClientRect())) questions.set(questionOf(form), form);
  }
  return { places, questions, open: new Set(all("[data-cover].open, [data-cover].listed").map(({ id }) => id)) };
}
/** What this page has sent, and is asked again in the same words, is another question. @type {(form: HTMLFormElement) => boolean} */
function isAskedAnew({ id, dataset }) {
  const anew = sent.has(id) && sent.get(id) !== (dataset.digest || dataset.asked);
  if (anew) sent.delete(id);
  return anew;
}
/** @type {() => Look} */
const nothing = () => ({ places: new Map(), questions: new Map(), open: new Set() });
let before = nothing();
/** Notes what has come or moved since that look. @type {(was: Look) => void} */
function appeared(was) {
  const now = performance.now(), is = look();
  let until = 0;
  for (const [name, place] of is.places) {
    const old = was.places.get(name);
    if (old && !place.some((edge, index) => Math.abs(edge - old[index]) > NEAR)) continue;
    since.set(name, now);
    if (old && !stood.has(name)) stood.set(name, old);
    until = now + STOOD;
  }
  for (const [question, form] of is.questions) {
    const isAnew = isAskedAnew(form);
    if (was.questions.has(question) && !isAnew) continue;
    asked.set(question, now);
    until = now + STOOD;
  }
  for (const id of was.open) {
    if (is.open.has(id)) continue;
    closed.set(id, now);
    until = now + CLOSED;
  }
  if (!until) return;
  page.dataset.fresh = "";
  clearTimeout(calm);
  calmAt = Math.max(calmAt, until);
  calm = setTimeout(stands, calmAt - now);
}
function stands() {
  for (const each of [since, stood, asked, closed]) each.clear();
  delete page.dataset.fresh;
}
const begin = () => { if (!depth++) before = look(); };
const end = () => { if (!--depth) appeared(before); };
/**
 * For all scripts: what changes the page is done within this. The events tell the others, and programs that drive a page.
 * @param {() => void} change
 */
export function changing(change) {
  document.dispatchEvent(new Event("changing"));
  begin();
  try {
    change();
    document.dispatchEvent(new Event("changed"));
  } finally { end(); }
}
window.changing = changing;

let measuring = 0; // a tap that counts, until what it has changed by itself is measured
function measure() {
  if (measuring) return; // the click of a label comes once more, to what it stands for
  begin();
  measuring = setTimeout(measured);
}
function measured() {
  clearTimeout(measuring);
  measuring = 0;
  end();
}

// -- whether a tap acts, waits or is refused ------------------------------------------------------------------------
/** @type {(when: number | undefined, than: number) => boolean} */
const isNewer = (when, than) => when !== undefined && when > than;
const isPiece = (/** @type {HTMLElement} */ node) => node.matches("[data-pick], [data-lay-board]");
/** An option is a choice, also where a tap on it sends a step; a vote is none. @type {(node: HTMLElement) => boolean} */
function sends(node) {
  if (node.matches(".option")) return Boolean(node.closest(".ballot"));
  return node.matches("a[href], .cover-face") || Boolean(node.closest(".cover-face")) || (/** @type {HTMLButtonElement} */ (node).type === "submit" && !("take" in node.dataset));
}
/**
 * The page is doing what was tapped before: a step is on its way, or a form is filled, in which a picture may point at its
 * next field then.
 * @param {HTMLElement} node
 */
function isBusy(node) {
  const form = formOf(node);
  if (!form || sends(node)) return false;
  return Boolean((node.matches(".option") || isPiece(node)) && form.querySelector(".in-flight")) || (isPiece(node) && form.hasAttribute("data-filling"));
}
/** Whether another piece was under the finger before the picture moved. @type {(node: HTMLElement, tap: Tap) => boolean} */
function cameUnder(node, { name, x, y }) {
  const old = stood.get(name), picture = old && isPiece(node) && node.closest("svg");
  if (!old || !picture) return false;
  const { left, top, width, height } = node.getBoundingClientRect(), is = picture.getBoundingClientRect();
  const wasAt = [left + (x - old[0]) * width / (old[2] - old[0]), top + (y - old[1]) * height / (old[3] - old[1])];
  const isWithin = wasAt[0] >= is.left && wasAt[0] < is.right && wasAt[1] >= is.top && wasAt[1] < is.bottom;
  return isWithin && !document.elementsFromPoint(wasAt[0], wasAt[1]).some((each) => node.contains(each));
}
/** @type {(node: HTMLElement, tap: Tap) => Verdict} */
function verdict(node, tap) {
  const { name, time, x, y } = tap;
  const question = questionOf(formOf(node)), face = node.closest(".cover-face");
  if (face && isNewer(closed.get(/** @type {Element} */ (face.closest("[data-cover]")).id), time - CLOSED)) return "refused";
  if (isNewer(asked.get(question), time - STOOD)) return "refused";
  if (isBusy(node) || (isPiece(node) && waiting.some((tap) => tap.question === question))) return "waits";
  if (!isNewer(since.get(name), time - STOOD) || node.matches("select")) return "acts";
  const isDouble = last && last.name !== name && time - last.time < STOOD && Math.hypot(x - last.x, y - last.y) < SPOT;
  return sends(node) || isDouble || cameUnder(node, tap) ? "refused" : "waits";
}
/**
 * Whether a tap acts now. `target` is what was hit within the control, `at` where and when.
 * @param {HTMLElement} node
 * @param {Element} target
 * @param {Spot} at
 */
export function takes(node, target, at) {
  const tap = { ...at, target, name: nameOf(node), question: questionOf(formOf(node)), free: performance.now() };
  const what = at.other ? "refused" : verdict(node, tap);
  if (what === "acts") { last = tap; measure(); }
  if (what === "refused") refuse(node);
  if (what === "waits") {
    const { left, top } = node.getBoundingClientRect();
    waiting.push({ ...tap, dx: at.x - left, dy: at.y - top });
    if (waiting.length === 1) setTimeout(serve, AGAIN);
  }
  return what === "acts";
}
/** @param {Element | null} node */
function refuse(node) {
  if (node) {
    node.classList.add("flashed");
    setTimeout(() => node.classList.remove("flashed"), STOOD);
  }
  document.dispatchEvent(new Event("held-back"));
}

// -- taps that wait -------------------------------------------------------------------------------------------------
/** @type {WaitingTap[]} */
let waiting = [];
let acting = false;
/** @type {(name: string) => HTMLElement | undefined} */
const find = (name) => all(TAPPED).find((node) => nameOf(node) === name && isSeen(node.getBoundingClientRect()));
function serve() {
  for (const tap of waiting.splice(0)) {
    const node = find(tap.name), what = waiting.some(({ question }) => question === tap.question) ? "waits" : due(tap, node);
    if (what === "waits") waiting.push(tap);
    if (what === "acts" && node) act(tap, node);
    if (what === "refused") refuse(node || under(tap));
  }
  if (waiting.length) setTimeout(serve, AGAIN);
}
/** @type {(tap: WaitingTap, node: HTMLElement | undefined) => Verdict} */
function due(tap, node) {
  const now = performance.now();
  if (tap.question && (!look().questions.has(tap.question) || isNewer(asked.get(tap.question), tap.time - STOOD))) return "refused";
  if (node && isBusy(node)) {
    tap.free = now;
    return now - tap.time < BUSY ? "waits" : "refused";
  }
  const isThere = node && !controlOf(node).disabled, isOver = now - tap.free >= STOOD;
  if (isThere && (isOver || !isNewer(since.get(tap.name), now - STOOD))) return "acts";
  return isOver ? "refused" : "waits";
}
/** @type {(tap: WaitingTap, node: HTMLElement) => void} */
function act(tap, node) {
  const { left, top } = node.getBoundingClientRect(), target = node.contains(tap.target) ? tap.target : node;
  last = { ...tap, time: performance.now() };
  measure();
  acting = true;
  target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window, clientX: left + tap.dx, clientY: top + tap.dy }));
  acting = false;
}
/** @type {(spot: Spot) => Element | null} */
function under({ x, y }) {
  const node = around(document.elementFromPoint(x, y), TAPPED);
  return isLive(node) ? node : null;
}

addEventListener("pointerdown", ({ target, timeStamp }) => {
  if (measuring) measured();
  const node = around(target, TAPPED);
  down = node && isLive(node) ? { name: nameOf(node), time: timeStamp } : null;
  if (down && node && /** @type {HTMLButtonElement} */ (node).disabled && node.matches("[data-act], [data-ready]") && !node.matches(".in-flight")) refuse(node); // until the page says what it would send
}, { capture: true, passive: true });
addEventListener("click", (event) => {
  const { detail, clientX: x, clientY: y } = event, target = /** @type {Element} */ (event.target);
  if (acting || !event.isTrusted || !isLive(target)) return;
  const node = around(target, TAPPED);
  if (!node) return measure();
  const other = detail > 0 && down !== null && down.name !== nameOf(node), time = detail > 0 && down ? down.time : event.timeStamp;
  down = null;
  // Arrows go on to the next of several choices and send nothing; one held back would leave the focus where nothing is chosen.
  if (detail === 0 && target.matches("[type=radio]")) return measure();
  if (takes(node, target, { time, x, y, other })) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
addEventListener("submit", ({ target, submitter }) => {
  const { id, dataset } = /** @type {HTMLFormElement} */ (target);
  if (dataset.question && !(submitter && "take" in submitter.dataset)) sent.set(id, dataset.digest || dataset.asked);
}, true);

/* A page that has just opened, or is looked at again, is new as a whole. */
const opened = () => {
  const part = live();
  if (part && part.matches(".seat-page, .scribe-page, .pass-page")) appeared(nothing());
};
opened();
addEventListener("pageshow", ({ persisted }) => { if (persisted) opened(); });
document.addEventListener("visibilitychange", () => (document.hidden ? (waiting = []) : opened()));
