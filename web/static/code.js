// A scanned code goes to the table by itself.
"use strict";
const scanned = document.getElementById("scanned");
if (scanned) scanned.requestSubmit();
