/* The table of a kind of components in a box. */
import "./common.js";
import "../box_editor.js";
