// Shows a password while its checkbox is ticked, also after the page was drawn anew.
import "./common.js";

const apply = () => {
  for (const box of document.querySelectorAll("[data-shows]")) {
    const field = document.getElementById(box.dataset.shows);
    const type = box.checked ? "text" : "password";
    if (field.type !== type) field.type = type;
  }
};
document.addEventListener("change", apply);
new MutationObserver(apply).observe(document.getElementById("main"), {
  subtree: true, childList: true, attributes: true, attributeFilter: ["type"],
});
