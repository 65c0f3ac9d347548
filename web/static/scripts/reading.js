/* What happened while this page was not looked at, and how far its seat has read: by the seat's own line numbers. */
import { byId } from "./dom.js";
import { csrf } from "./page.js";
import { fetchInTime, root } from "./requests.js";

let told = 0; // the last line that the table knows to be read
let looked = !document.hidden; // whether what happened before is on the page

function line() {
  const slips = byId("slips");
  return Number((slips && slips.dataset.line) || 0);
}
function tell() {
  const now = line();
  if (document.hidden || !looked || now <= told) return;
  told = now;
  const body = new URLSearchParams({ line: String(now) });
  fetchInTime(`${root}/seat/read`, { method: "POST", body, headers: { "X-CSRF-Token": csrf } }).catch(() => { told = 0; });
}
/* Somebody looks again: what happened meanwhile is shown before it counts as read. */
async function lookAgain() {
  const place = byId("digest-place");
  try {
    const reply = await fetchInTime(`${root}/seat/digest`);
    const words = reply.ok ? await reply.text() : "";
    if (place && words.trim()) place.innerHTML = words;
  } catch { /* the next look shows it */ }
  looked = true;
  tell();
}
if (byId("digest-place")) {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) looked = false;
    else lookAgain();
  });
  new MutationObserver(tell).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-line"] });
  tell();
}
