/* What every page of the table says of itself. */
import { byId } from "./dom.js";

export const csrf = document.body.dataset.csrf || "";

/** The part of the page that updates replace. */
export const live = () => byId("live");
/** What the live part says of itself. */
export const liveData = () => (live() || document.createElement("i")).dataset;
export const versionShown = () => liveData().version || "";

/** Whether several people use this browser, by turns, and whose page it shows. */
export const shared = document.body.hasAttribute("data-shared"), whose = liveData().seat;
/** A shared phone clears a page that is left, since another person may return to it (back-forward cache). */
export function empty() {
  const part = live();
  if (shared && part) part.textContent = "";
}
