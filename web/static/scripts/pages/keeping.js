// Fills the present time into the form that sets the clock of a table without one, when it is sent.
import "./common.js";
import { one } from "../dom.js";

document.addEventListener(
  "submit",
  (event) => {
    const now = /** @type {HTMLInputElement | null} */ (one("[data-now]", /** @type {HTMLFormElement} */ (event.target)));
    if (now) now.value = String(Date.now() / 1000);
  },
  true,
);
