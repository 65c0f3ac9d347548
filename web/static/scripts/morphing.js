/* Updates of the page: only changed nodes are touched, and what somebody has entered, opened or chosen stays. */
import { giveBack, keepAnswers } from "./answers.js";
import { reopen } from "./connection.js";
import { drawCovers, noteUpdate } from "./covers.js";
import { all, byId, forms, need, one } from "./dom.js";
import { dropDrawn, settle } from "./options.js";
import { liveData, shared, versionShown, whose } from "./page.js";
import { beginAnew, toTop, whatIsAsked } from "./questions.js";
import { keepTab } from "./tabs.js";
import { changing } from "./tap_guard.js";
import { sayAgain } from "./toast.js";

/** @typedef {import("./connection.js").View} View */

let views = 0;
/** How many updates of the stream this page has taken. */
export const viewsTaken = () => views;
/** @type {((shown: boolean) => void)[]} */
const onNextUpdate = [];
/** True when the page next shows something new. */
export const nextUpdate = () => /** @type {Promise<boolean>} */ (new Promise((done) => onNextUpdate.push(done)));

/**
 * Shows a view of the stream, or has all of the page sent where its parts do not fit.
 * @param {View} view
 */
export function take(view) {
  const mine = versionShown(), { html, base, parts = {} } = view;
  if (view.version === mine) return;
  views += 1;
  // A form's reply may have updated the page beyond the stream's base version: then the parts do not apply.
  if (html || (base === mine && named(parts).every(byId))) show(view);
  else reopen();
}
/* The ids that parts replace, or name. */
const KEPT = /<template data-kept="([\w-]+)">/g;
const named = (/** @type {Record<string, string>} */ parts) =>
  [...Object.keys(parts), ...Object.values(parts).flatMap((part) => [...part.matchAll(KEPT)].map(([, id]) => id))];

/**
 * Replaces the whole live part, or parts of it by id.
 * @param {Partial<View>} view
 */
export function show(view) {
  noteUpdate();
  changing(() => replace(view));
  for (const done of onNextUpdate.splice(0)) done(true);
}

/** @param {Partial<View>} view */
function replace({ html, parts = {}, version }) {
  const asked = whatIsAsked(), game = chosenGame();
  const kept = keepAnswers(), before = watched();
  const sameQuestion = (/** @type {HTMLFormElement | null} */ form) => {
    const entered = form && kept.get(form.id);
    return entered ? entered.digest === form.dataset.digest : false;
  };
  const morph = (/** @type {Element} */ shown, /** @type {Element | string} */ fresh) => Idiomorph.morph(shown, fresh, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (old, fresh) => !(old instanceof Element && fresh instanceof Element) || !(
        (asItIs.has(fresh) && old.id === fresh.id) || inHand(old, fresh) ||
        (old.matches(".meaning, .digest-place") && old.id === fresh.id) || // filled by meaning.js and reading.js
        (old.matches("[data-preview-panel], [data-lay-piece], [data-lay-word]") && sameQuestion(old.closest("form")))),
      // What a person or this script has set: without its tabindex the sentence would lose the focus.
      beforeAttributeUpdated: (name, node, how) =>
        !(name === "open" && node.matches("details")) && name !== "data-picked-at" && name !== "data-has" && !(name === "tabindex" && how === "remove"),
    },
  });
  if (html) morph(need("#live"), html);
  else {
    // All are read before any is put in: what one of them names may have been taken away by another.
    const fresh = Object.entries(parts).map(([id, part]) => /** @type {const} */ ([id, elementOf(part, there(id))]));
    for (const [id, part] of fresh) morph(there(id), part);
    need("#live").dataset.version = version;
  }
  const { title, seat } = liveData(), head = one(".top-sub");
  // covered, or uncovered for somebody else: the head and the menu are those of the seat before
  if (shared && seat !== whose) return location.reload();
  if (title && head) head.textContent = title;
  for (const form of forms("form[data-ask]")) if (!sameQuestion(form)) dropDrawn(form);
  beginAnew(asked);
  giveBack(kept);
  keepTab();
  drawCovers();
  settle();
  wash(before);
  sayAgain();
  toTop(asked);
  const wizard = chosenGame() === game ? null : one("#wizard-title");
  if (wizard) wizard.scrollIntoView({ block: "start" });
}
/* The game whose options the host has before them: another one is looked at from its top. */
const chosenGame = () => (one("#begin") || document.body).dataset.digest;

const there = (/** @type {string | undefined} */ id) => /** @type {HTMLElement} */ (byId(id || ""));

/* A form that somebody is filling in is not replaced by the same form; forms.js fills it anew. */
function inHand(/** @type {Element} */ old, /** @type {Element} */ fresh) {
  const same = old.matches("[data-form][data-touched]") && old.getAttribute("data-form") === fresh.getAttribute("data-form");
  if (same) old.setAttribute("data-stale", "");
  return same;
}

/** @type {WeakSet<Element>} */
const asItIs = new WeakSet();
/**
 * The element of a part. What the page has already stands in it as a template that names it, and is taken from the page as
 * it is, to be left alone.
 * @param {string} part
 * @param {Element} target
 */
function elementOf(part, target) {
  const holder = document.createElement("template");
  const drawn = target instanceof SVGElement && target.ownerSVGElement; // a piece of a drawing is read as one only within a drawing
  holder.innerHTML = drawn ? `<svg>${part}</svg>` : part;
  for (const mark of all("template[data-kept]", holder.content)) {
    const copy = /** @type {Element} */ (there(mark.dataset.kept).cloneNode(true));
    asItIs.add(copy);
    mark.replaceWith(copy);
  }
  const first = /** @type {Element} */ (holder.content.firstElementChild);
  const found = drawn ? /** @type {Element} */ (first.firstElementChild) : first;
  found.remove();
  return found;
}

// -- what has changed is washed with clay -------------------------------------------------------------------------------
const picture = (/** @type {HTMLElement} */ node) =>
  (node.textContent || "").replace(/\s+/g, " ") + all("use", node).map((use) => use.getAttribute("href"));
const watched = () => new Map(all("#live [data-watch]").map((node) => [node.id, picture(node)]));
function wash(/** @type {Map<string, string>} */ before) {
  for (const node of all("#live [data-watch]")) {
    const was = before.get(node.id);
    const changed = was === undefined ? node.matches(".log-line, .card") : was !== picture(node);
    if (!changed) continue;
    node.classList.add("changed");
    if (node.matches("g")) lightShape(node);
  }
}
/* Of a drawing nothing has an ::after: its shape is drawn once more. */
function lightShape(/** @type {Element} */ group) {
  const shape = need("path", group), lit = /** @type {Element} */ (shape.cloneNode());
  lit.classList.add("wash");
  shape.after(lit);
}
document.addEventListener("animationend", ({ animationName, target }) => {
  const node = /** @type {Element} */ (target), changed = animationName === "wash" && node.closest(".changed");
  if (changed) changed.classList.remove("changed");
  if (node.matches("path.wash")) node.remove();
});
