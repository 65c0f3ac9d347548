/* What every page of the table runs. Pages also work without it. */
import "../supported.js";
import "../tap_guard.js";
import { connect, open, resume } from "../connection.js";
import { coverAll, touched } from "../covers.js";
import { need } from "../dom.js";
import { untouched } from "../fingers.js";
import { take } from "../morphing.js";
import { settle } from "../options.js";
import { empty, shared } from "../page.js";
import "../menu.js";
import "../sending.js";
import "../shelf.js";
import "../sticky_bar.js";
import "../clock.js";
import "../speech.js";

settle();
touched();
connect({
  view: (view) => untouched(() => take(view)),
  bye() {
    coverAll();
    empty();
    need("#taken-over").hidden = false;
    need("[data-resume]").focus();
  },
});
need("[data-resume]").addEventListener("click", () => {
  if (shared) return location.reload();
  need("#taken-over").hidden = true;
  resume();
});
addEventListener("pagehide", empty);
addEventListener("pageshow", ({ persisted }) => (shared && persisted ? location.reload() : open()));
clearInterval(window.notStarted); // see too_old.js
