/* The table screen: the largest letters that fit without scrolling; at the end of a play, pages with every point of
   every side, turned by themselves, by the arrow keys or by a tap. Whoever turns them has time to read. */
"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector) => [...document.querySelectorAll(selector)];

  // -- the largest font, then the largest rows, that fit ------------------------------------------------------------
  const SIZES = ["grow-3", "grow-2", "grow-1", "", "fit-1", "fit-2", "fit-3"], ROOMS = ["roomy-2", "roomy-1", ""];
  const LETTERS = 45; // so many of the smallest letters of a picture make the shorter side of the screen
  const isRead = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a >= Math.min(innerWidth, innerHeight) / LETTERS;
  function fit() {
    const rooms = all(".screen [data-fit]");
    if (!rooms.length) return;
    const drawn = all(".screen svg text").filter((text) => text.checkVisibility());
    const holds = (room) => room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1;
    const first = (steps, serves) => steps.find((step) => {
      root.classList.remove(...steps.filter(Boolean));
      if (step) root.classList.add(step);
      return serves();
    });
    // smaller letters beside a picture leave it more room for its own
    const isWhole = () => rooms.every(holds) && drawn.every(isRead);
    root.classList.remove(...ROOMS.filter(Boolean));
    const spare = all(".screen-rest > .slot:not(.aside), .reveal-lines > li");
    for (const slot of spare) slot.classList.remove("no-room");
    // what has no room at the smallest size is left to the phones, the last first
    if (first(SIZES, isWhole) === undefined) while (spare.length > 1 && !isWhole()) spare.pop().classList.add("no-room");
    first(ROOMS, isWhole);
  }
  addEventListener("resize", fit);
  document.addEventListener("settling", fit);
  document.fonts?.ready.then(fit);

  // -- the end of a play --------------------------------------------------------------------------------------------
  const EVERY = 12000, READING = 60000; // milliseconds
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const pages = () => Number(document.querySelector("#final")?.dataset.pages ?? 0);
  let due = performance.now() + EVERY;

  function turn(by, rest) {
    due = performance.now() + rest;
    root.dataset.turn = (Number(root.dataset.turn ?? 0) + by + pages()) % pages();
    fit();
  }
  setInterval(() => {
    if (!pages()) {
      delete root.dataset.turn;
      due = performance.now() + EVERY;
    } else if (!still.matches && performance.now() >= due) turn(1, EVERY);
  }, 500);
  document.addEventListener("keydown", ({ key }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by && pages()) turn(by, READING);
  });
  document.addEventListener("click", ({ target, clientX }) => {
    if (target.closest("#final")) turn(clientX < innerWidth / 2 ? -1 : 1, READING);
  });
})();
