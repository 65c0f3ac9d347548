/* The connection to the table: the event stream, polls while no stream is free, and requests. Works over plain HTTP (no
   secure context). */
import { pause } from "./dom.js";
import { csrf, versionShown } from "./page.js";
import { fetchInTime, reach } from "./requests.js";
import { hideToast, texts, toast } from "./toast.js";

/**
 * The live part of a page: all of it, or the parts in which it differs from the version `base`, by id.
 * @typedef {{version: string, html?: string, base?: string, parts?: Record<string, string>}} View
 */
/**
 * The answer to a poll: `room` says that there is a stream again, `number` is the one of a screen without a place.
 * @typedef {{version: string, html?: string, room?: boolean, number?: number}} Polled
 */
/**
 * What the page does with a view, and when another page of this browser has taken over.
 * @typedef {{view: (view: View) => void, bye: () => void}} Listener
 */

const address = document.body.dataset.events, alive = document.body.dataset.alive || "";
/* Milliseconds without a beat, of which one comes every five seconds, until a stream counts as dead; without a reply, by
   attempt; and between two answers to beats. */
const SILENT = 11000, OPENS_IN = [4000, 6000, 10000, 15000], ANSWERED = 13000;
/** @type {EventSource | null} */
let stream = null;
/** @type {Listener} */
let listener = { view() {}, bye() {} };
let heard = 0, lostTimer = 0, away = false, attempts = 0, answered = 0;
let lost = false;
/** Whether the toast says that the connection is lost. */
export const isLost = () => lost;

// -- requests -------------------------------------------------------------------------------------------------------
export const isStreamed = () => stream !== null && stream.readyState === EventSource.OPEN;
/**
 * @param {string} url
 * @param {BodyInit} body
 * @param {string} accept
 * @param {{signal?: AbortSignal, patience?: number}} [how]
 */
export function post(url, body, accept, { signal, patience } = {}) {
  const headers = { Accept: accept, "X-CSRF-Token": csrf, ...(isStreamed() && { "X-Streamed": "1" }) };
  return fetchInTime(url, { method: "POST", body, signal, headers }, patience);
}
/**
 * Posts until there is a reply.
 * @param {string} url
 * @param {BodyInit} body
 */
export async function postUntilAnswered(url, body) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      return await post(url, body, "application/json", { patience: 6000 + 4 * wait });
    } catch {
      toast(texts.failed, { stays: true });
      await pause(wait);
    }
  }
}

// -- lost and found -------------------------------------------------------------------------------------------------
function hear() {
  heard = Date.now();
  clearTimeout(lostTimer);
  lostTimer = 0;
  if (lost) toast(texts.back, { good: true, brief: true });
  lost = false;
}
function sayLost() {
  lost = true;
  toast(texts.lost, { stays: true });
}
function miss() {
  if (!lostTimer && !lost) lostTimer = setTimeout(sayLost, 3000);
  if (stream && stream.readyState === EventSource.CLOSED) {
    close();
    poll();
  }
}

// -- polls ----------------------------------------------------------------------------------------------------------
let polling = 0, patience = 4000, polled = false;
/* At growing intervals. */
async function poll() {
  clearTimeout(polling);
  if (!address || stream || away || document.hidden) return;
  const seen = versionShown();
  try {
    const reply = await fetchInTime(`${address.replace("/events?", "/events/look?")}&seen=${encodeURIComponent(seen)}`);
    if (!reply.ok) throw new Error(String(reply.status));
    /** @type {Polled} */
    const { html, version, room, number } = await reply.json();
    hear();
    if (html && version !== versionShown()) {
      listener.view({ html, version });
      patience = 4000;
    }
    if (room) return open();
    polled = true;
    toast(number ? `${texts.waiting} ${texts.screen.replace("{number}", String(number))}` : texts.waiting, { good: true });
  } catch { miss(); }
  polling = setTimeout(poll, patience * (0.75 + Math.random() / 2));
  patience = Math.min(patience * 1.5, 30000);
}

// -- the stream -----------------------------------------------------------------------------------------------------
function close() {
  if (stream) stream.close();
  stream = null;
}
/** Opens the stream where there is none. */
export function open(seen = versionShown()) {
  if (!address || stream || away || document.hidden) return;
  stream = new EventSource(`${address}${address.includes("?") ? "&" : "?"}seen=${encodeURIComponent(seen)}`);
  heard = Date.now();
  stream.addEventListener("open", () => {
    hear();
    attempts = 0;
    patience = 4000;
    if (polled) { polled = false; hideToast(); }
  });
  stream.addEventListener("beat", () => {
    hear();
    if (heard - answered < ANSWERED) return;
    answered = heard;
    post(alive, "", "application/json").catch(miss);
  });
  stream.addEventListener("error", miss);
  stream.addEventListener("view", ({ data }) => {
    hear();
    listener.view(JSON.parse(data));
  });
  stream.addEventListener("bye", () => {
    away = true;
    close();
    clearTimeout(lostTimer);
    listener.bye();
  });
}
/** Opens the stream anew, and has it send the whole page. */
export function reopen() {
  close();
  open("");
}
export const hasStream = () => stream !== null;
/** Goes on here, after another page of this browser had taken over. */
export function resume() {
  away = false;
  open();
}
/** @param {Listener} given */
export function connect(given) {
  listener = given;
  open();
}
/* A network that falls silent closes nothing. */
setInterval(() => {
  if (!stream) return;
  const isOpen = stream.readyState === EventSource.OPEN;
  if (Date.now() - heard < (isOpen ? SILENT : OPENS_IN[Math.min(attempts, OPENS_IN.length - 1)])) return;
  if (!isOpen) attempts += 1;
  close();
  if (!lost) sayLost();
  reach().then(() => open());
}, 1000);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return open();
  close();
  clearTimeout(polling);
});
addEventListener("pagehide", close);
