/* A phone that is asked shows the question, its first choices and the picture it points at: where they would not be in
   sight, what is to do and what happened fold to a line each, which a tap unfolds. */
import { all, around, one } from "./dom.js";
import { untouched } from "./fingers.js";
import { changing } from "./tap_guard.js";

const BROAD = matchMedia("(min-width: 700px)");
/** Pixels below a picture; the part of its usual size that one has at least; the width of its drawing. */
const MARGIN = 8, LEAST = .71, DRAWING = 400;
/** The ids of the lines that somebody has unfolded. @type {Set<string>} */
const unfolded = new Set();

/** For what the page was laid out last, and how. */
let before = "";
/** @type {string[]} */
let classes = [];

/** @type {(node: Element | null) => number} */
const height = (node) => (node ? node.getBoundingClientRect().height : 0);

/** What must be in sight of the question that has the button. @type {() => Element[]} */
function needed() {
  const asking = all(".seat-asks .asking").find((each) => one(".bar.sticky, .large-ask", each));
  const prompt = one("#picture-prompt"), found = [prompt, one(".seat-picture .rondel")];
  if (asking && !prompt) {
    const options = all(":scope > form > fieldset > .options .option, :scope > form > fieldset .throw-key", asking);
    const open = options.length ? options.slice(0, 4) : all(".form-field", asking).slice(0, 2);
    found.push(one(".ask-prompt:not(.sr)", asking), one(":scope > .covered", asking), one(".large-ask .act", asking), ...open);
  }
  return /** @type {Element[]} */ (found.filter((node) => node && node.getClientRects().length > 0));
}

/** Where the button, or the tabs, begin. */
function bottom() {
  const tabs = one(".tab-bar"), atFoot = tabs && getComputedStyle(tabs).position === "fixed" ? height(tabs) : 0;
  return innerHeight - atFoot - height(one(".asking .bar.sticky"));
}
const isOutOfSight = () => needed().some((node) => scrollY + node.getBoundingClientRect().bottom > bottom() + 1);

/* A round picture is made as small as it must be to be seen whole, down to where its words can still be read. Then its
   heading goes too: the band says whose turn it is, the button what to do. */
function drawSmall(/** @type {HTMLElement} */ live) {
  const picture = one(".seat-picture .rondel");
  live.classList.remove("small-picture");
  if (!picture || !live.matches(".asked") || BROAD.matches) return;
  const { width } = picture.getBoundingClientRect(), { style } = document.documentElement;
  const left = () => Math.floor(bottom() - (scrollY + picture.getBoundingClientRect().top) - MARGIN);
  if (left() >= width) return;
  style.setProperty("--picture", `${width}px`);
  live.classList.add("small-picture");
  // beside it stands the sign that explains the question
  const room = Math.floor(picture.getBoundingClientRect().width);
  const size = Math.min(room, Math.max(left(), Math.floor(LEAST * width)));
  style.setProperty("--picture", `${size}px`);
  style.setProperty("--drawn", String(DRAWING / size));
}

/** After an update, or where the page has another size. */
export function makeRoom() {
  const live = one(".seat-page.playing");
  if (!live) return;
  const form = one(".seat-asks .asking form.ask"), words = one("#picture-prompt") || one(".seat-asks .ask-prompt");
  const lines = all(".since .hit, .since .slip").map(({ id }) => id);
  const now = [innerWidth, innerHeight, live.matches(".asked"), form && form.id, words ? words.textContent : "", ...lines].join(" ");
  if (now === before) {
    // an answer to the same question moves nothing
    live.classList.add(...classes);
  } else {
    live.classList.remove("folded", "small-picture");
    const told = one("#since");
    if (!BROAD.matches && live.matches(".asked") && told && height(told) > 0 && isOutOfSight()) live.classList.add("folded");
    drawSmall(live);
    before = now;
    classes = ["folded", "small-picture"].filter((name) => live.classList.contains(name));
  }
  for (const key of all(".unfold", live)) {
    const line = /** @type {Element} */ (key.closest(".hit, .slip")), isOpen = unfolded.has(line.id);
    line.classList.toggle("unfolded", isOpen);
    key.setAttribute("aria-expanded", String(isOpen));
  }
}

document.addEventListener("click", ({ target }) => {
  const line = around(target, ".folded .hit, .folded .slip");
  if (!line || around(target, ".slip-done, .covered, a, details.meaning")) return;
  const whole = /** @type {Element} */ (line.closest(".hit") || line), key = one(".unfold", whole);
  if (!key) return;
  const opens = !unfolded.delete(whole.id);
  if (opens) unfolded.add(whole.id);
  whole.classList.toggle("unfolded", opens);
  key.setAttribute("aria-expanded", String(opens));
});
document.addEventListener("changed", makeRoom);
addEventListener("resize", () => untouched(() => changing(makeRoom)));
makeRoom();
