// The print button.
import "./common.js";

const key = document.querySelector("[data-print]");
if (key) key.addEventListener("click", () => window.print());
