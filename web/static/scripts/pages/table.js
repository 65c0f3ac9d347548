/* The table screen. */
import "./common.js";
import "../table_screen.js";
