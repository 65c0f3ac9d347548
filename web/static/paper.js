// The button that prints; without a script a browser's own menu does.
"use strict";
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
