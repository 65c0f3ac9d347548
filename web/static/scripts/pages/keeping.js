// Fills the present time into the form that sets the clock of a table without one, when it is sent.
import "./common.js";

document.addEventListener(
  "submit",
  (event) => {
    const now = event.target.querySelector("[data-now]");
    if (now) now.value = String(Date.now() / 1000);
  },
  true,
);
