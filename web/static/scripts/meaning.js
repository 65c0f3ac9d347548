/* What a question means is fetched when somebody unfolds it, and again while it stands open and something else is asked. */
import { nobodyTouches } from "./fingers.js";
import { csrf } from "./page.js";
import { fetchInTime } from "./requests.js";
import { changing } from "./tap_guard.js";

const told = new WeakMap(); // what stands unfolded: the question for which its words were fetched
const open = () => [...document.querySelectorAll(".meaning[open]")];
const questionOf = (form) => form.dataset.digest || form.dataset.asked;
function formOf(meaning) {
  const around = meaning.closest(".asking, .scribe-seat") || document.querySelector(".explained");
  return around && around.querySelector("form.ask");
}
async function tell(meaning, form) {
  const link = meaning.querySelector("a"), asked = questionOf(form);
  told.set(meaning, asked);
  const body = new URLSearchParams(new FormData(form));
  const isAsked = () => meaning.isConnected && told.get(meaning) === asked;
  try {
    const reply = await fetchInTime(link.href, {
      method: "POST", body, headers: { "X-CSRF-Token": csrf },
    });
    const html = await reply.text();
    await nobodyTouches();
    if (!isAsked() || !reply.ok || !html.trim()) return;
    changing(() => {
      const before = meaning.querySelector(".meaning-words");
      if (before) before.remove();
      meaning.insertAdjacentHTML("beforeend", `<div class="meaning-words">${html}</div>`);
      link.hidden = true;
    });
  } catch { /* the link is still there */ }
}
function tellAll(anew) {
  for (const meaning of open()) {
    const form = formOf(meaning);
    if (form && (anew(form) || told.get(meaning) !== questionOf(form))) tell(meaning, form);
  }
}
document.addEventListener("toggle", () => tellAll(() => false), true);
document.addEventListener("changed", () => tellAll(() => false));
// other fields may have come with what was chosen
document.addEventListener("filled", () => tellAll((form) => form.matches("[data-form]")));
