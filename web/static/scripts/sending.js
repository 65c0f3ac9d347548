/* Sending forms: retried with the same nonce, so that they count once. What comes back is shown. */
import { filled, pictured, sending } from "./answers.js";
import { hasStream, isLost, postUntilAnswered, reopen } from "./connection.js";
import { byId, one, pause } from "./dom.js";
import { nobodyTouches } from "./fingers.js";
import { nextUpdate, show, viewsTaken } from "./morphing.js";
import { choose, settle } from "./options.js";
import { versionShown } from "./page.js";
import { pointAt } from "./questions.js";
import { backToQuestion } from "./tabs.js";
import { hideToast, toast } from "./toast.js";

/**
 * The reply to a form: a notice, the page to go to, the live part or the version that the stream brings; for a step that
 * ends a dialogue its preview; the field whose answer was refused.
 * @typedef {{
 *   taken: boolean, notice?: string, tone?: "plain" | "good" | "warning", goto?: string, html?: string, shows?: string,
 *   preview?: string, digest?: string, field?: string,
 * }} Reply
 */

/** @type {WeakSet<HTMLFormElement>} */
const flying = new WeakSet();

/**
 * What a form has changed comes by the stream, which may have been faster than the reply, and be further already.
 * @param {string} shows
 * @param {number} before
 */
async function brought(shows, before) {
  if (versionShown() === shows || viewsTaken() !== before) return;
  if ((await Promise.race([nextUpdate(), pause(2000)])) || !hasStream()) return;
  reopen();
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} submitter
 */
async function send(form, submitter) {
  if (flying.has(form)) return;
  flying.add(form);
  sending.add(form.id);
  if (submitter && "byPicture" in submitter.dataset) pictured.add(form.id);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const body = filled(form, submitter), before = viewsTaken();
  // What was sent is not in hand any more: what is asked next replaces it.
  form.removeAttribute("data-touched");
  const buttons = submitButtons(form).filter((button) => !button.disabled);
  // An option takes the next tap, which waits for the reply (tap_guard.js).
  buttons.forEach((button) => { button.disabled = !button.matches(".option"); button.classList.add("in-flight"); });
  try {
    const reply = await postUntilAnswered((submitter && submitter.getAttribute("formaction")) || form.action, body);
    if (!(reply.headers.get("Content-Type") || "").includes("json")) return location.assign(reply.redirected ? reply.url : location.href);
    /** @type {Reply} */
    const { html, shows, preview, digest, notice, tone, goto, taken, field } = await reply.json();
    if (goto) return location.assign(goto);
    hideToast(!isLost());
    await nobodyTouches();
    // An update that arrived meanwhile may be newer than this reply; the next one includes the form's effect.
    // A form that was not taken comes back as it was entered.
    if (taken && "thenNow" in form.dataset) backToQuestion();
    if (html && (viewsTaken() === before || (!taken && form.matches("[data-form]")))) show({ html });
    const there = byId(form.id);
    if (field && there) pointAt(one(`[data-field="${CSS.escape(field)}"]`, there));
    if (preview && form.dataset.digest === digest) choose(form, preview);
    if (notice) toast(notice, { good: tone === "good" });
    if (shows) await brought(shows, before);
  } finally {
    flying.delete(form);
    sending.delete(form.id);
    pictured.delete(form.id);
    // What was replaced meanwhile is as the table says.
    for (const button of buttons.filter((each) => each.classList.contains("in-flight"))) {
      button.disabled = false;
      button.classList.remove("in-flight");
    }
    if (document.activeElement === document.body && focused && focused.isConnected) focused.focus({ preventScroll: true });
    settle(form);
  }
}
/** @type {(form: HTMLFormElement) => HTMLButtonElement[]} */
const submitButtons = (form) => [...form.querySelectorAll(/** @type {"button"} */ ("button[type=submit]"))];

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches(".sim-form")) event.preventDefault();
  if (!form.matches("[data-send], [data-look]")) return;
  event.preventDefault();
  send(form, /** @type {HTMLButtonElement | null} */ (event.submitter));
});
