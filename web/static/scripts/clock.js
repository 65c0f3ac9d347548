// Runs the turn clocks between two updates, from the time a page or fragment arrived.
import { all } from "./dom.js";

/** What each clock showed when it came, and when that was. @type {WeakMap<HTMLElement, {said: string, at: number}>} */
const came = new WeakMap();

/** Minutes and seconds, or hours too. @type {(seconds: number) => string} */
const asTime = (seconds) => {
  const whole = Math.abs(Math.trunc(seconds));
  const parts = [Math.trunc(whole / 60), whole % 60];
  if (parts[0] >= 60) parts.unshift(Math.trunc(parts[0] / 60)), (parts[1] %= 60);
  const words = parts.map((part, place) => (place ? String(part).padStart(2, "0") : String(part)));
  return (seconds <= -1 ? "\u2212" : "") + words.join(":");
};

const tick = () => {
  for (const face of all("[data-clock]")) {
    // an element may come to show the clock of another seat
    const said = [face.dataset.clock, face.dataset.step || "", face.dataset.of || ""].join("/");
    let known = came.get(face);
    if (!known || known.said !== said) came.set(face, (known = { said, at: performance.now() }));
    if (!face.dataset.step) continue;
    const passed = (performance.now() - known.at) / 1000;
    const bar = face.dataset.bar ? document.getElementById(face.dataset.bar) : null;
    let seconds = Number(face.dataset.clock) + Number(face.dataset.step) * passed;
    if (bar instanceof HTMLProgressElement) bar.value = seconds = Math.max(seconds, 0);
    face.textContent = "seconds" in face.dataset ? String(Math.ceil(seconds)) : asTime(seconds);
    const line = face.closest("li");
    if (line) line.classList.toggle("out", face.dataset.step === "-1" && seconds < 0);
  }
};

tick();
setInterval(tick, 500);
