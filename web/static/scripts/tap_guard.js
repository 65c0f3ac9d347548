/* Tap guard: no tap is lost, and none answers what nobody has read. A control acts at the first tap where it stood for a
   moment. A choice, a step of a number or a piece of a picture that has just moved or come waits for as long, and acts if the same
   control of the same question is still there; whatever else has just come flashes: what sends, draws, reveals or votes,
   a cover, and all of a question that has just been asked. Other scripts change the page within `changing`; what a tap changes by
   itself, as where a fold or a tab opens, is measured here. */
import { live } from "./page.js";

const STOOD = 300, CLOSED = 600; // milliseconds: that a control has to stand; that a cover which has closed stays closed
const BUSY = 2000, AGAIN = 30; // for what its own page is doing a tap waits longer; until the next look at those that wait
const NEAR = 8, SPOT = 12; // pixels: that count as not moved; that a double tap wanders
const TAPPED = "button, a[href], summary, label, select, [data-pick], [data-lay-board], .cover-face";
const since = new Map(), asked = new Map(), closed = new Map(); // when a control, a question came; when a cover closed
const sent = new Map(); // forms: the digest that was sent
let before = null, depth = 0, calm = 0, calmAt = 0, down = null, last = null;

const page = document.documentElement;
const all = (selector) => (live() ? [...live().querySelectorAll(selector)] : []);
const controlOf = (node) => (node.matches("label") && node.control) || node;
function formOf(node) {
  const option = node.dataset.pick && document.getElementById(node.dataset.pick);
  return controlOf(option || node).form || node.closest("form");
}
const questionOf = (form) => (form && form.dataset.question ? `${form.id} ${form.dataset.question}` : "");

// -- which control it is: its question, its field, its value --------------------------------------------------------
const VALUED = ["radio", "checkbox", "submit", "button"];
function nameOf(node) {
  const form = formOf(node), { name, type, value, href, dataset } = controlOf(node), stepper = node.closest("[data-stepper]");
  const field = stepper ? stepper.querySelector("input").name : name, place = node.closest("[id]");
  const within = field && form ? form.id || form.getAttribute("action") : place && place.id;
  const at = ["x", "y"].map((side) => node.getAttribute(side)); // squares of a grid have no id
  return JSON.stringify([questionOf(form), within, field, VALUED.includes(type) ? value : "", href, dataset.step, "hold" in dataset, ...at, node.tagName]);
}
const isSeen = ({ left, top, right, bottom }) => right > left && bottom > top;
function look() {
  const places = new Map(), questions = new Map();
  for (const node of all(TAPPED)) {
    const box = node.getBoundingClientRect();
    if (isSeen(box)) places.set(nameOf(node), [box.left, box.top, box.right, box.bottom]);
  }
  for (const form of all("form[data-question]")) {
    if (isSeen(form.getBoundingClientRect())) questions.set(questionOf(form), form);
  }
  return { places, questions, open: new Set(all("[data-cover].open").map(({ id }) => id)) };
}
/* What this page has sent, and is asked again in the same words, is another question. */
function isAskedAnew({ id, dataset }) {
  const anew = sent.has(id) && sent.get(id) !== (dataset.digest || dataset.asked);
  if (anew) sent.delete(id);
  return anew;
}
const NOTHING = { places: new Map(), questions: new Map(), open: new Set() };
function appeared(was) {
  const now = performance.now(), is = look();
  let until = 0;
  for (const [name, place] of is.places) {
    const old = was.places.get(name);
    if (old && !place.some((edge, index) => Math.abs(edge - old[index]) > NEAR)) continue;
    since.set(name, now);
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
  for (const each of [since, asked, closed]) each.clear();
  delete page.dataset.fresh;
}
const begin = () => { if (!depth++) before = look(); };
const end = () => { if (!--depth) appeared(before); };
/* For all scripts: what changes the page is done within this. The events tell the others, and programs that drive a
   page. */
export function changing(change) {
  document.dispatchEvent(new Event("changing"));
  begin();
  try { change(); } finally { end(); }
  document.dispatchEvent(new Event("changed"));
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
const isNewer = (when, than) => when !== undefined && when > than;
const isPiece = (node) => node.matches("[data-pick], [data-lay-board]");
/* An option is a choice, also where a tap on it sends a step; a vote is none. */
function sends(node) {
  if (node.matches(".option")) return Boolean(node.closest(".ballot"));
  return node.matches("a[href], .cover-face") || Boolean(node.closest(".cover-face")) || (node.type === "submit" && !("take" in node.dataset));
}
/* The page is doing what was tapped before: a step is on its way, or a form is filled, in which a picture may point at
   its next field then. */
function isBusy(node) {
  const form = formOf(node);
  if (!form || sends(node)) return false;
  return Boolean((node.matches(".option") || isPiece(node)) && form.querySelector(".in-flight")) || (isPiece(node) && form.hasAttribute("data-filling"));
}
function verdict(node, { name, time, x, y }) {
  const question = questionOf(formOf(node)), face = node.closest(".cover-face");
  if (face && isNewer(closed.get(face.closest("[data-cover]").id), time - CLOSED)) return "refused";
  if (isNewer(asked.get(question), time - STOOD)) return "refused";
  if (isBusy(node) || (isPiece(node) && waiting.some((tap) => tap.question === question))) return "waits";
  if (!isNewer(since.get(name), time - STOOD) || node.matches("select")) return "acts";
  const isDouble = last && last.name !== name && time - last.time < STOOD && Math.hypot(x - last.x, y - last.y) < SPOT;
  return sends(node) || isDouble ? "refused" : "waits";
}
/* Whether a tap acts now. `target` is what was hit within the control, `at` where and when. */
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
};
function refuse(node) {
  if (node) {
    node.classList.add("flashed");
    setTimeout(() => node.classList.remove("flashed"), STOOD);
  }
  document.dispatchEvent(new Event("held-back"));
}

// -- taps that wait -------------------------------------------------------------------------------------------------
let waiting = [], acting = false;
const find = (name) => all(TAPPED).find((node) => nameOf(node) === name && isSeen(node.getBoundingClientRect()));
function serve() {
  for (const tap of waiting.splice(0)) {
    const node = find(tap.name), what = waiting.some(({ question }) => question === tap.question) ? "waits" : due(tap, node);
    if (what === "waits") waiting.push(tap);
    if (what === "acts") act(tap, node);
    if (what === "refused") refuse(node || under(tap));
  }
  if (waiting.length) setTimeout(serve, AGAIN);
}
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
function act(tap, node) {
  const { left, top } = node.getBoundingClientRect(), target = node.contains(tap.target) ? tap.target : node;
  last = { ...tap, time: performance.now() };
  measure();
  acting = true;
  target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window, clientX: left + tap.dx, clientY: top + tap.dy }));
  acting = false;
}
function under({ x, y }) {
  const there = document.elementFromPoint(x, y), node = there && there.closest(TAPPED);
  return node && live().contains(node) ? node : null;
}

addEventListener("pointerdown", ({ target, timeStamp }) => {
  if (measuring) measured();
  const node = target.closest && target.closest(TAPPED);
  down = node && live() && live().contains(node) ? { name: nameOf(node), time: timeStamp } : null;
  if (down && node.disabled && node.matches("[data-act], [data-ready]") && !node.matches(".in-flight")) refuse(node); // until the page says what it would send
}, { capture: true, passive: true });
addEventListener("click", (event) => {
  const { target, detail, clientX: x, clientY: y } = event;
  if (acting || !event.isTrusted || !live() || !live().contains(target)) return;
  const node = target.closest(TAPPED);
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
  const { id, dataset } = target;
  if (dataset.question && !(submitter && "take" in submitter.dataset)) sent.set(id, dataset.digest || dataset.asked);
}, true);

/* A page that has just opened, or is looked at again, is new as a whole. */
const opened = () => { if (live() && live().matches(".seat-page, .scribe-page, .pass-page")) appeared(NOTHING); };
opened();
addEventListener("pageshow", ({ persisted }) => { if (persisted) opened(); });
document.addEventListener("visibilitychange", () => (document.hidden ? (waiting = []) : opened()));
