// Shows a password while its checkbox is ticked, also after the page was drawn anew.
import "./common.js";
import { byId, inputs, need } from "../dom.js";

const apply = () => {
  for (const box of inputs("[data-shows]")) {
    const field = /** @type {HTMLInputElement} */ (byId(box.dataset.shows || ""));
    const type = box.checked ? "text" : "password";
    if (field.type !== type) field.type = type;
  }
};
document.addEventListener("change", apply);
new MutationObserver(apply).observe(need("#main"), {
  subtree: true, childList: true, attributes: true, attributeFilter: ["type"],
});
