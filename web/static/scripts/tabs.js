/* Tabs: the one that somebody chose stays open through updates; of a page with a question it closes by a second tap. */
import { inputs } from "./dom.js";

let chosen = "";
const tabs = () => inputs(".tab"), suggested = () => tabs().find((tab) => tab.defaultChecked);

/** After an update. */
export function keepTab() {
  const open = tabs().find(({ value }) => value === chosen) || suggested();
  for (const tab of tabs()) tab.checked = tab === open;
}
document.addEventListener("click", ({ target }) => {
  const tab = /** @type {HTMLInputElement} */ (target);
  if (!tab.matches("input.tab")) return;
  chosen = tab.value === chosen && !suggested() ? "" : tab.value;
  keepTab();
});
