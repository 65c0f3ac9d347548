/* The editor of score sheets. */
import "./common.js";
import "../sheet_check.js";
