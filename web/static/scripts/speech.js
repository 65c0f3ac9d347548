/* Reads the page aloud by the browser's own voices, when somebody asks for it: the words in sight and those for screen
   readers, in their order, but nothing that a cover hides or has hidden. Without voices there is no button. */
import { around, one } from "./dom.js";

const button = one("[data-read-aloud]") || document.createElement("button");
const voices = window.speechSynthesis;
const SKIPPED = "[data-cover], .when-uncovered, [aria-hidden=true], [hidden], script, style, template, select, .menu";
const PART = "p, li, h1, h2, h3, h4, legend, label, summary, button, th, td, dt, dd, a, fieldset, section, div";
let isReading = false;

/** @type {(node: Element) => boolean} */
const hasBox = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility === "visible";
/** @type {(node: Element) => boolean} */
const isSeen = (node) => (node.checkVisibility ? node.checkVisibility({ visibilityProperty: true }) : hasBox(node));
/* The words of each part that is read in one breath. */
function sentences() {
  const walk = document.createTreeWalker(document.querySelector("#main, main, #live") || document.body, NodeFilter.SHOW_ALL, (node) =>
    node.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT
      : node instanceof Element && (node.matches(SKIPPED) || !isSeen(node)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP);
  /** @type {string[]} */
  const parts = [];
  for (let last = /** @type {Element | null} */ (null); walk.nextNode(); ) {
    const text = /** @type {Text} */ (walk.currentNode), part = /** @type {Element} */ (text.parentElement).closest(PART);
    if (part !== last) parts.push("");
    parts[parts.length - 1] += ` ${text.data}`;
    last = part;
  }
  return parts.map((words) => words.replace(/\s+/g, " ").trim()).filter(Boolean);
}
/** @type {(reads: boolean) => void} */
function draw(reads) {
  isReading = reads;
  button.setAttribute("aria-label", (reads ? button.dataset.stop : button.dataset.read) || "");
  button.classList.toggle("reading", reads);
}
function stop() {
  if (!isReading) return;
  draw(false);
  voices.cancel();
}
function read() {
  const primary = (/** @type {string} */ tag) => tag.toLowerCase().split(/[-_]/)[0];
  const { lang } = document.documentElement;
  const voice = voices.getVoices().find((one) => primary(one.lang) === primary(lang));
  const parts = sentences();
  if (!parts.length) return;
  voices.cancel(); // what another page of this browser has left
  draw(true);
  // Each in a breath of its own: some browsers stop in the middle of a long one.
  parts.forEach((words, at) => {
    const said = new SpeechSynthesisUtterance(words);
    said.lang = lang;
    if (voice) said.voice = voice;
    if (at === parts.length - 1) said.onend = () => { if (isReading) draw(false); };
    voices.speak(said);
  });
}
function offer() {
  button.hidden = false;
  button.addEventListener("click", () => (isReading ? stop() : read()));
  // Whoever covers a page, or turns to another, wants to hear no more of it.
  document.addEventListener("click", ({ target }) => { if (around(target, "[data-cover-all]")) stop(); });
  for (const end of ["blur", "pagehide"]) addEventListener(end, stop);
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  document.addEventListener("cover-all", stop);
}
if (voices && button.isConnected && window.SpeechSynthesisUtterance) offer();
