/* The pages that answer: of a seat, of a phone that is handed on, and of whoever writes for all. */
import "../supported.js";
import "../piece_placement.js";
import "../tap_guard.js";
import "../tally.js";
import "../picked_away.js";
import "../forms.js";
import "../pad.js";
import "../pad_steps.js";
import "./common.js";
import "../turn.js";
import "../meaning.js";
import "../reading.js";
import "../question_room.js";
