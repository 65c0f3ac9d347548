// A scanned code goes to the table by itself.
import "./common.js";
import { byId } from "../dom.js";

const scanned = /** @type {HTMLFormElement | null} */ (byId("scanned"));
if (scanned) scanned.requestSubmit();
