/* Tabs: the one that somebody chose stays open through updates; by a second tap the question is back. */
import { inputs } from "./dom.js";

let chosen = "";
const tabs = () => inputs(".tab"), suggested = () => tabs().find((tab) => tab.defaultChecked);

/** After an update. */
export function keepTab() {
  const open = tabs().find(({ value }) => value === chosen) || suggested();
  for (const tab of tabs()) tab.checked = tab === open;
}
/** The question is back, as by a second tap. */
export function backToQuestion() {
  chosen = "";
  keepTab();
  scrollTo(0, 0);
}
document.addEventListener("click", ({ target }) => {
  const tab = /** @type {HTMLInputElement} */ (target);
  if (!tab.matches("input.tab")) return;
  const first = suggested();
  chosen = tab.value === chosen && (!first || first.value === "now") ? "" : tab.value;
  keepTab();
  if (first && first.value === "now") scrollTo(0, 0);
});
