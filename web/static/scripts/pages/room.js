/* The room as it is now: the stream that brings it up to date, how long somebody is waited for, and on the wall the
   pages by turns. Works over plain HTTP; without this file the pages load themselves anew. */
import { all, byId, need, one } from "../dom.js";
import { fetchInTime, reach } from "../requests.js";

const follows = need("#follows"), lost = need("#lost"), isWall = "wall" in follows.dataset;
const live = () => need("#live");
document.documentElement.classList.add("js");

// -- bringing it up to date ---------------------------------------------------------------------------------------
/** @typedef {import("../connection.js").View} View */
/** @type {(html: string) => HTMLElement} */
function elementOf(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  // what the page has already is only named
  for (const mark of all("template[data-kept]", holder.content)) {
    const kept = byId(mark.dataset.kept || "");
    if (kept) mark.replaceWith(kept);
  }
  return /** @type {HTMLElement} */ (holder.content.firstElementChild);
}
const words = (/** @type {Element} */ node) => (node.textContent || "").replace(/\s+/g, " ");
/** @type {(id: string, html: string) => void} */
function replace(id, html) {
  const old = /** @type {HTMLElement} */ (byId(id)), before = words(old), fresh = elementOf(html);
  old.replaceWith(fresh);
  if (fresh.matches(".room-table, .wall-result") && words(fresh) !== before) {
    fresh.classList.add("changed");
    fresh.addEventListener("animationend", () => fresh.classList.remove("changed"), { once: true });
  }
}
/** Shows an update. Whether it fits what the page has. @type {(view: View) => boolean} */
function update({ version, html, base, parts = {} }) {
  if (html !== undefined) replace("live", html);
  else if (base !== live().dataset.version) return false;
  else for (const [id, part] of Object.entries(parts)) replace(id, part);
  live().dataset.version = version;
  if (live().dataset.program !== program) location.reload(); // another program has drawn that
  else show();
  return true;
}
const program = live().dataset.program;

// -- the stream -----------------------------------------------------------------------------------------------------
const SILENT = 11000, OPENS_IN = 5000, AGAIN = [2000, 4000, 8000, 15000], SAID_AFTER = 3000; // milliseconds
/** @type {EventSource | null} */
let source = null;
let heard = performance.now(), failed = 0, timer = 0, lostSince = 0;
/** Follows the room, of which the page has this version. @param {string} [seen] */
function connect(seen = "") {
  close();
  heard = performance.now();
  source = new EventSource(`${follows.dataset.events}&seen=${encodeURIComponent(seen)}`);
  source.onopen = found;
  source.addEventListener("beat", found);
  source.addEventListener("view", ({ data }) => {
    found();
    if (!update(JSON.parse(data))) connect("");
  });
  source.onerror = () => {
    miss();
    if (source && source.readyState === EventSource.CLOSED) again();
  };
}
function close() {
  clearTimeout(timer);
  timer = 0;
  if (source) source.close();
  source = null;
}
function found() {
  heard = performance.now();
  failed = lostSince = 0;
  lost.hidden = true;
}
function miss() {
  lostSince = lostSince || performance.now();
}
/* The club answers, but not with a stream: it has as many as it can serve, or something stands before it. */
function again() {
  close();
  timer = setTimeout(async () => {
    try {
      const answer = await fetchInTime(location.href, { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = one("#live", page);
      const { version = "" } = fresh ? fresh.dataset : {};
      if (fresh && version !== live().dataset.version) update({ version, html: fresh.outerHTML });
      found();
      failed = AGAIN.length - 1;
    } catch {
      miss();
      failed++;
    }
    connect(live().dataset.version);
  }, AGAIN[Math.min(failed, AGAIN.length - 1)]);
}
setInterval(() => {
  const isOpen = source && source.readyState === EventSource.OPEN;
  if (source && performance.now() - heard > (isOpen ? SILENT : OPENS_IN)) {
    lostSince = lostSince || performance.now() - SAID_AFTER;
    close();
    reach().then(() => { if (!source && !document.hidden) connect(live().dataset.version); });
  }
  if (lostSince && performance.now() - lostSince > SAID_AFTER) lost.hidden = false;
}, 1000);
if (!isWall) document.addEventListener("visibilitychange", () => {
  if (document.hidden) close();
  else if (!source) connect(live().dataset.version);
});
addEventListener("pageshow", ({ persisted }) => { if (persisted) connect(live().dataset.version); });
addEventListener("pagehide", close);

// -- time -----------------------------------------------------------------------------------------------------------
const LONG = 10, LONGER = 20; // minutes
const loaded = performance.now(), then = Number(follows.dataset.now);
const now = () => then + (performance.now() - loaded) / 1000;
function tell() {
  for (const node of all("[data-since]")) {
    const { since, hours: inHours = "", minutes: inMinutes = "" } = node.dataset;
    const minutes = Math.max(0, Math.floor((now() - Number(since)) / 60)), hours = Math.floor(minutes / 60);
    const text = hours
      ? inHours.replace("{h}", String(hours)).replace("{n}", String(minutes % 60).padStart(2, "0"))
      : minutes ? inMinutes.replace("{n}", String(minutes)) : "";
    if (node.textContent !== text) node.textContent = text;
    const sign = /** @type {Element} */ (node.parentElement).classList;
    sign.toggle("none", minutes === 0);
    sign.toggle("long", minutes >= LONG);
    sign.toggle("longer", minutes >= LONGER);
  }
  const clock = one("#clock");
  if (clock) clock.textContent = new Date(now() * 1000).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
}

// -- the wall: pages by turns ---------------------------------------------------------------------------------------
const EVERY = 12000; // milliseconds
let turn = 0;
function show() {
  tell();
  const grid = one(".wall-grid");
  if (!grid) return;
  const each = Number(grid.dataset.each), tables = [...grid.children], pages = Math.ceil(tables.length / each);
  turn %= pages;
  tables.forEach((table, at) => table.classList.toggle("elsewhere", Math.floor(at / each) !== turn));
  need(".wall-pages").textContent = pages > 1 ? `${turn + 1} / ${pages}` : "";
}
if (isWall) setInterval(() => { turn++; show(); }, EVERY);
setInterval(tell, 5000);

show();
connect(live().dataset.version);
clearInterval(window.notStarted); // see too_old.js
