// A scanned code goes to the table by itself.
import "./common.js";

const scanned = document.getElementById("scanned");
if (scanned) scanned.requestSubmit();
