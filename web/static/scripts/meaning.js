/* What a question means is fetched when somebody unfolds it, and again while it stands open and something else is asked. */
import { all, entered, need, one } from "./dom.js";
import { nobodyTouches } from "./fingers.js";
import { csrf } from "./page.js";
import { asks } from "./questions.js";
import { fetchInTime } from "./requests.js";
import { changing } from "./tap_guard.js";

/** What stands unfolded: the question for which its words were fetched. @type {WeakMap<HTMLElement, string | undefined>} */
const told = new WeakMap();
const open = () => all(".meaning[open]");
/** @type {(meaning: HTMLElement) => HTMLFormElement | null} */
function formOf(meaning) {
  // beside the words of a picture it stands apart from its question
  const own = one(`form#${meaning.id.replace(/-meaning$/, "")}`);
  const place = meaning.closest(".asking, .scribe-seat") || one(".explained");
  return /** @type {HTMLFormElement | null} */ (own) || place && one("form.ask", place);
}
/** @type {(meaning: HTMLElement, form: HTMLFormElement) => Promise<void>} */
async function tell(meaning, form) {
  const link = /** @type {HTMLAnchorElement} */ (need("a", meaning)), asked = asks(form);
  told.set(meaning, asked);
  const body = entered(form);
  const isAsked = () => meaning.isConnected && told.get(meaning) === asked;
  try {
    const reply = await fetchInTime(link.href, {
      method: "POST", body, headers: { "X-CSRF-Token": csrf },
    });
    const html = await reply.text();
    await nobodyTouches();
    if (!isAsked() || !reply.ok || !html.trim()) return;
    changing(() => {
      const before = one(".meaning-words", meaning);
      if (before) before.remove();
      meaning.insertAdjacentHTML("beforeend", `<div class="meaning-words">${html}</div>`);
      link.hidden = true;
    });
  } catch { /* the link is still there */ }
}
/** @type {(anew: (form: HTMLFormElement) => boolean) => void} */
function tellAll(anew) {
  for (const meaning of open()) {
    const form = formOf(meaning);
    if (form && (anew(form) || told.get(meaning) !== asks(form))) tell(meaning, form);
  }
}
document.addEventListener("toggle", () => tellAll(() => false), true);
document.addEventListener("changed", () => tellAll(() => false));
// other fields may have come with what was chosen
document.addEventListener("filled", () => tellAll((form) => form.matches("[data-form]")));
