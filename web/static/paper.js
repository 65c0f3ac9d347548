// The print button.
"use strict";
const key = document.querySelector("[data-print]");
if (key) key.addEventListener("click", () => window.print());
