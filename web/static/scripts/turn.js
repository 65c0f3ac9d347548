/* Your turn: vibration, a soft tone, title and icon of the tab, words for screen readers, and a screen that stays on.
   All of it follows `data-awaited` of the sentence, which everybody may know; nothing under a cover is read here. */
import { all, fieldOf, need, one } from "./dom.js";
import { liveData } from "./page.js";
import { root } from "./requests.js";

const { body } = document, told = need("#told"), icon = /** @type {HTMLLinkElement} */ (need("link[rel=icon]"));
const plain = { title: document.title, icon: icon.href };

const text = () => one("#sentence") || document.createElement("i");
const sentence = () => (text().textContent || "").trim();
/* The seats of this phone that the table waits for; of a page that writes for all, 0. */
const awaited = () => {
  const { awaited: seats } = text().dataset;
  return seats === undefined ? [] : seats.split(" ");
};
const isScribe = () => Boolean(one(".scribe-page"));

// -- title and icon ------------------------------------------------------------------------------------------------
function signs() {
  const on = awaited().length && !isScribe();
  const words = one(".pass-page") ? sentence() : told.dataset.turn;
  document.title = on ? `\u25CF ${words} \u00B7 ${liveData().title}` : plain.title;
  icon.href = on ? `${root}/static/icons/turn.svg` : plain.icon;
}

// -- vibration and tone: browsers allow both only once the page was tapped ----------------------------------------
/** @type {AudioContext | null} */
let audio = null;
function isQuiet() {
  const [begin, end] = (liveData().quiet || "").split(" ").map(Number), day = 24 * 60, now = new Date();
  const since = (/** @type {number} */ from, /** @type {number} */ to) => (to - from + day) % day;
  return since(begin, now.getHours() * 60 + now.getMinutes()) < since(begin, end); // without hours not: NaN
}
function tone() {
  const context = audio;
  if (!context || isQuiet()) return;
  [659, 880].forEach((pitch, turn) => {
    const voice = context.createOscillator(), loud = context.createGain(), at = context.currentTime + .17 * turn;
    voice.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(.2, at + .03);
    loud.gain.exponentialRampToValueAtTime(.001, at + .6);
    voice.connect(loud).connect(context.destination);
    voice.start(at);
    voice.stop(at + .6);
  });
}
// A browser that was never tapped would complain to its log.
const mayShake = () => Boolean(navigator.vibrate) && (!navigator.userActivation || navigator.userActivation.hasBeenActive);
const shake = () => { if (mayShake()) navigator.vibrate([120, 80, 120]); };
function call() {
  if (body.dataset.vibration === "on") shake();
  if (body.dataset.sound === "on") tone();
}
function tapped() {
  // What is heard beside this page, as music, goes on.
  if (navigator.audioSession) navigator.audioSession.type = "ambient";
  if (body.dataset.sound === "on") {
    audio = audio || new AudioContext();
    if (audio.state !== "running") audio.resume();
  }
  stayOn(true);
}
for (const sign of ["click", "keyup"]) addEventListener(sign, tapped, { capture: true, passive: true });
/* What was just chosen in the menu is tried out at once. */
document.addEventListener("input", (event) => {
  const { form, name, checked } = fieldOf(event);
  if (!form || !form.matches("[data-look]")) return;
  tapped();
  if (checked && name === "vibration") shake();
  if (checked && name === "sound") tone();
});
const choice = one("#vibration-choice");
if (!Boolean(navigator.vibrate) && choice) choice.remove();

// -- a screen that stays on -----------------------------------------------------------------------------------------
/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;
/** @type {HTMLVideoElement | null} */
let film = null;
const isOn = () => !document.hidden && (body.dataset.screen === "always" || (body.dataset.screen === "asked" && awaited().length > 0));
/* Over HTTPS by a wake lock. Over HTTP browsers have none, but keep the screen on while a film plays, which a tap may
   begin; once it has, it may begin again by itself. */
function stayOn(byTap = false) {
  const on = isOn();
  if (navigator.wakeLock) return on ? keepAwake() : letSleep();
  const isFirst = byTap && !film && body.dataset.screen !== "never";
  if (isFirst) film = filmed();
  const playing = film;
  if (!playing) return;
  if (on || isFirst) playing.play().then(() => { if (!isOn()) playing.pause(); }, () => {});
  else playing.pause();
}
function keepAwake() {
  lock = lock || navigator.wakeLock.request("screen").catch(() => (lock = null)); // as where the battery is low
}
function letSleep() {
  if (lock) lock.then((held) => held && held.release());
  lock = null;
}
/* Ten seconds of black and silence. Chromium wants a film as large as the page, Safari one with a sound track that is
   not muted and does not loop: it goes back before its end. */
function filmed() {
  const made = document.createElement("video");
  made.className = "film";
  made.src = `${root}/static/awake.mp4`;
  made.muted = !("GestureEvent" in window); // which only Safari has
  made.playsInline = made.disableRemotePlayback = true;
  made.setAttribute("aria-hidden", "true");
  made.tabIndex = -1;
  made.addEventListener("timeupdate", () => { if (made.currentTime > 7) made.currentTime = 0; });
  body.append(made);
  return made;
}
document.addEventListener("visibilitychange", () => stayOn());

// -- words for screen readers: whose turn it is, and the change that concerns whoever reads ------------------------
/** The words onto which an update has moved the focus: they are read anyway. @type {Element | null} */
let heard = null;
/** @type {Element | null} */
let focused = null;
document.addEventListener("changing", () => { heard = null; focused = document.activeElement; });
document.addEventListener("focusin", ({ target }) => {
  if (target !== focused && target instanceof Element && target.matches("#sentence, .ask-prompt")) heard = target;
});
const words = (/** @type {Element | null} */ node) => ((node && node.textContent) || "").replace(/\s+/g, " ").trim();
/** Lines of the log in the order in which they stand, and own numbers, by id, but for what has a cover. @returns {Map<string, string>} */
function open() {
  const lines = all("#live .log-line").filter((line) => !line.querySelector("[data-cover]"));
  const own = all("#strip .figure").filter((figure) => !figure.closest("[data-cover]"));
  const entry = (/** @type {Element} */ line) => [...all(".tag", line).map(words), words(need(".log-words", line).firstElementChild)];
  const number = (/** @type {Element} */ figure) => [...figure.children].map(words);
  return new Map([...lines.map((line) => pair(line, entry(line))), ...own.map((figure) => pair(figure, number(figure)))]);
}
/** @type {(node: Element, parts: string[]) => [string, string]} */
const pair = ({ id }, parts) => [id, parts.join(": ")];
const last = (/** @type {string[]} */ ids) => Math.max(0, ...ids.filter((id) => id.startsWith("log-")).map((id) => +id.slice(4)));
let before = { seats: awaited(), sentence: sentence(), open: open() };
/** @type {(now: Map<string, string>) => string[]} */
function differences(now) {
  const known = before.open, newest = last([...known.keys()]);
  const isNew = (/** @type {string} */ id) => id.startsWith("log-") && +id.slice(4) > newest; // older ones come back when one is undone
  return [...now].filter(([id, text]) => (known.has(id) ? known.get(id) !== text : isNew(id))).map(([, text]) => text);
}
let telling = 0;
/** @type {string[]} */
let waiting = [];
/** @param {string[]} sentences */
function tell(sentences) {
  if (!sentences.length) return;
  waiting.push(...sentences);
  clearTimeout(telling);
  told.textContent = ""; // the same words once more are read only where they were gone
  telling = setTimeout(() => { told.textContent = waiting.splice(0).map((said) => (/[.!?:]$/.test(said) ? said : `${said}.`)).join(" "); }, 150);
}

function look() {
  looking = false;
  const now = { seats: awaited(), sentence: sentence(), open: open() };
  const comes = now.seats.some((seat) => !before.seats.includes(seat));
  const isAsked = now.seats.length > 0 || one("#live.asked, .seat-score"); // everybody is told how it ended
  const isHeard = heard && words(heard).includes(now.sentence);
  const sentences = (comes || (isAsked && now.sentence !== before.sentence)) && !isHeard ? [now.sentence] : [];
  const { turn } = told.dataset;
  if (turn && sentences.length && comes && one(".seat-page") && !now.sentence.startsWith(turn)) sentences.unshift(turn);
  sentences.push(...differences(now.open));
  before = now;
  if (comes && !isScribe()) call();
  signs();
  stayOn();
  tell(sentences);
}
let looking = false;
/* Changes come one within the other; the page is looked at once, when all of them are done. */
document.addEventListener("changed", () => {
  if (!looking) queueMicrotask(look);
  looking = true;
});
signs();
stayOn();
