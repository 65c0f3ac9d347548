// A scanned code goes to the table by itself.
"use strict";
document.getElementById("scanned")?.requestSubmit();
