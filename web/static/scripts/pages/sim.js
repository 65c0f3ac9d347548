/* The simulator's keys: sends down and up strictly in the order they were pressed. */
import "./common.js";
import { around } from "../dom.js";
import { csrf } from "../page.js";
import { fetchInTime } from "../requests.js";

const turns = new Set(["left", "right"]);
/** The requests, one after the other. @type {Promise<unknown>} */
let line = Promise.resolve();
/** @type {(button: HTMLElement, edge: "down" | "up" | "turn") => void} */
function send(button, edge) {
  const { device = "", key = "", keyUrl = "" } = button.dataset;
  const body = new URLSearchParams({ device, key, edge });
  line = line.then(() => fetchInTime(keyUrl, { method: "POST", body, headers: { Accept: "application/json", "X-CSRF-Token": csrf } }))
    .catch(() => button.classList.remove("down"));
}
/** @type {(event: Event) => HTMLButtonElement | null} */
const keyOf = ({ target }) => around(target, "[data-sim-key]");
/** What is held, by pointer or keyboard; null for a turn, which nobody lets go of. @type {Map<number | string, HTMLElement | null>} */
const held = new Map();
/** @type {(event: Event, by: number | string) => void} */
function press(event, by) {
  const button = keyOf(event);
  if (!button || button.disabled || held.has(by)) return;
  const isTurn = turns.has(button.dataset.key || "");
  held.set(by, isTurn ? null : button);
  if (!isTurn) button.classList.add("down");
  send(button, isTurn ? "turn" : "down");
}
/** @type {(by: number | string) => void} */
function release(by) {
  const button = held.get(by);
  held.delete(by);
  if (!button) return;
  button.classList.remove("down");
  send(button, "up");
}
const isPress = (/** @type {KeyboardEvent} */ event) => event.key === " " || event.key === "Enter";
document.addEventListener("pointerdown", (event) => press(event, event.pointerId));
document.addEventListener("pointerup", (event) => release(event.pointerId));
document.addEventListener("pointercancel", (event) => release(event.pointerId));
document.addEventListener("keydown", (event) => { if (isPress(event) && !event.repeat) press(event, "keyboard"); });
document.addEventListener("keyup", (event) => { if (isPress(event)) release("keyboard"); });
document.addEventListener("contextmenu", (event) => { if (keyOf(event)) event.preventDefault(); });
addEventListener("blur", () => [...held.keys()].forEach(release));
