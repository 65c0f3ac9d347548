/* The editor of score sheets: what is typed is checked while somebody types. */
import { filled } from "./answers.js";
import { post } from "./connection.js";
import { fieldOf, forms } from "./dom.js";
import { show } from "./morphing.js";

let timer = 0, latest = 0;
/** @param {HTMLFormElement} form */
async function check(form) {
  const turn = ++latest;
  const body = filled(form);
  body.set("do", "check");
  try {
    const reply = await post(form.action, body, "text/html");
    const fresh = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("live");
    if (turn !== latest) return;
    if (reply.status >= 500) throw new Error(String(reply.status));
    if (reply.ok && fresh) show({ html: fresh.outerHTML });
  } catch {
    if (turn === latest) timer = setTimeout(check, 2000, form);
  }
}
document.addEventListener("input", (event) => {
  const { form } = fieldOf(event);
  if (!form || !form.matches("[data-live-check]")) return;
  clearTimeout(timer);
  timer = setTimeout(check, 400, form);
});
/* What was typed before this ran, or put back by the browser. */
for (const form of forms("[data-live-check]")) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
  if (fields.some((field) => "defaultValue" in field && field.value !== field.defaultValue)) check(form);
}
