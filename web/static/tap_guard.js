/* Tap guard: whatever appeared or moved a moment ago takes no tap, so that a second tap, or one that was on its way,
   does not answer what nobody has read. Other scripts change the page within `changing`; what a tap changes by
   itself, as where a fold or a tab opens, is measured here. */
"use strict";
(() => {
  const MOMENT = 600, NEAR = 8; // milliseconds; pixels that count as not moved
  const TAPPED = "button, a[href], summary, label, select, [data-pick], .cover-face";
  const since = new Map(); // what appeared or moved, by its name: when
  let before = null, depth = 0, calm = 0, down = null;

  const page = document.documentElement;
  const live = () => document.getElementById("live");
  const inLive = (node) => Boolean(live()) && live().contains(node);
  const tapped = (target) => (target.closest ? target.closest(TAPPED) : null); // a document has none
  /* The same name: the same thing to tap in the same question. */
  function nameOf(node) {
    const { id, htmlFor, name, value, href, dataset } = node;
    const within = node.closest("[id]"), form = node.closest("form[data-digest], form[data-asked]");
    const question = form ? form.dataset.digest || form.dataset.asked : undefined;
    return JSON.stringify([question, id || (within ? within.id : undefined), htmlFor, dataset.pick, name, node.matches("select") ? "" : value, href, dataset.step]);
  }
  function places() {
    const found = new Map();
    for (const node of live() ? live().querySelectorAll(TAPPED) : []) {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      if (right > left && bottom > top) found.set(nameOf(node), [left, top, right, bottom]);
    }
    return found;
  }
  function appeared(was) {
    const now = performance.now(), is = places();
    for (const [name, place] of is) {
      const old = was.get(name);
      if (!old || place.some((edge, index) => Math.abs(edge - old[index]) > NEAR)) since.set(name, now);
    }
    for (const name of since.keys()) if (!is.has(name)) since.delete(name);
    if (![...since.values()].includes(now)) return;
    page.dataset.fresh = "";
    clearTimeout(calm);
    calm = setTimeout(() => { since.clear(); delete page.dataset.fresh; }, MOMENT);
  }
  const begin = () => { if (!depth++) before = places(); };
  const end = () => { if (!--depth) appeared(before); };
  /* For all scripts: what changes the page is done within this. The events tell the others, and programs that drive a
     page. */
  window.changing = (change) => {
    document.dispatchEvent(new Event("changing"));
    begin();
    try { change(); } finally { end(); }
    document.dispatchEvent(new Event("changed"));
  };

  let measuring = 0; // a tap that counts, until what it has changed by itself is measured
  function measure() {
    if (measuring) return; // the click of a label comes once more, to what it stands for
    begin();
    measuring = setTimeout(measured);
  }
  function measured() {
    clearTimeout(measuring);
    measuring = 0;
    end();
  }

  addEventListener("pointerdown", ({ target }) => {
    if (measuring) measured();
    const node = tapped(target);
    down = node && inLive(node) ? nameOf(node) : null;
  }, { capture: true, passive: true });
  addEventListener("click", (event) => {
    const node = tapped(event.target);
    if (!event.isTrusted || !inLive(event.target)) return;
    if (!node) return measure();
    const name = nameOf(node), another = event.detail > 0 && down && down !== name;
    down = null;
    // Arrows go on to the next of several choices and send nothing; one held back would leave the focus where nothing is chosen.
    const byArrow = event.detail === 0 && event.target.matches("[type=radio]");
    if (!another && (byArrow || !(performance.now() - since.get(name) < MOMENT))) return measure();
    event.preventDefault();
    event.stopImmediatePropagation();
    document.dispatchEvent(new Event("held-back"));
  }, true);

  /* A page that has just opened, or is looked at again, is new as a whole. */
  const opened = () => { if (live() && live().matches(".seat-page, .scribe-page, .pass-page")) appeared(new Map()); };
  opened();
  addEventListener("pageshow", ({ persisted }) => { if (persisted) opened(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) opened(); });
})();
