// The print button.
"use strict";
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
