/* Live pages: event stream, forms that are retried, previews, covers. Works over plain HTTP (no secure context); pages
   also work without this file. */
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const around = (target, selector) => (target.closest ? target.closest(selector) : null); // a document has none
  const dataOf = (node) => (node ? node.dataset : {});
  const versionShown = () => dataOf(one("#live")).version || "";
  const csrf = document.body.dataset.csrf;
  if (!window.FormDataEvent) throw new Error("too old"); // without it, answers would be sent in the wrong order
  document.documentElement.classList.add("js");

  // -- toast at the foot of the page ------------------------------------------------------------------------
  const strip = one("#link");
  let stripTimer = 0;
  function word(text, { good = false, stays = false } = {}) {
    clearTimeout(stripTimer);
    one("[data-link-text]", strip).textContent = text;
    strip.classList.toggle("good", good);
    strip.hidden = false;
    if (!stays) stripTimer = setTimeout(() => (strip.hidden = true), 4000);
  }

  /* A word that came with the page, and that the first update of the page has taken away. */
  let said = strip.dataset.said;
  function sayAgain() {
    if (!said || one("#live").textContent.includes(said)) return;
    word(said, { good: true });
    said = "";
  }

  // -- applying an update: only changed nodes are touched -------------------------------------------------------
  const answersIn = (form) => [...form.elements].filter((field) => field.id && field.type !== "file");
  function keepAnswers() {
    return new Map(all("form[data-digest]").map((form) => [form.id, {
      digest: form.dataset.digest,
      fields: answersIn(form).map(({ id, value, checked }) => ({ id, value, checked })),
    }]));
  }
  function giveBack(kept) {
    for (const form of all("form[data-digest]")) {
      const before = kept.get(form.id);
      if (!before || before.digest !== form.dataset.digest) continue;
      for (const { id, value, checked } of before.fields) {
        const field = document.getElementById(id);
        if (!field || field.disabled) continue;
        if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
        else if (field.value !== value && field.type !== "submit") field.value = value;
      }
      chooseAgain(form);
    }
  }
  /* What was chosen cannot be had any more: what the page suggests now is chosen, which is said to whoever chose. */
  const chosen = new Set(); // ids of forms in which somebody chose
  function chooseAgain(form) {
    const suggested = all("input[type=radio]", form).find((field) => field.defaultChecked && !field.disabled);
    if (!suggested || all("input[type=radio]:checked:enabled", form).some(({ name }) => name === suggested.name)) return;
    suggested.checked = true;
    if (form.dataset.lost && chosen.delete(form.id)) word(form.dataset.lost);
  }
  document.addEventListener("input", ({ target }) => {
    if (target.type === "radio" && target.form) chosen.add(target.form.id);
  });
  const picture = (node) => node.textContent.replace(/\s+/g, " ") + all("use", node).map((use) => use.getAttribute("href"));
  const watched = () => new Map(all("#live [data-watch]").map((node) => [node.id, picture(node)]));
  function wash(before) {
    for (const node of all("#live [data-watch]")) {
      const was = before.get(node.id);
      const changed = was === undefined ? node.matches(".log-line, .card") : was !== picture(node);
      if (!changed) continue;
      node.classList.add("changed");
      node.addEventListener("animationend", () => node.classList.remove("changed"), { once: true });
    }
  }
  /* A form that somebody is filling in is not replaced by the same form; forms.js fills it anew. */
  function inHand(old, fresh) {
    const same = old instanceof Element && old.matches("[data-form][data-touched]") && fresh instanceof Element && old.dataset.form === fresh.dataset.form;
    if (same) old.setAttribute("data-stale", "");
    return same;
  }
  /* The element of a part. What the page has already stands in it as a template that names it, and is taken from the
     page as it is, to be left alone. */
  const KEPT = /<template data-kept="([\w-]+)">/g;
  const asItIs = new WeakSet();
  function elementOf(part, target) {
    const holder = document.createElement("template");
    const drawn = target.ownerSVGElement; // a piece of a drawing is read as one only within a drawing
    holder.innerHTML = drawn ? `<svg>${part}</svg>` : part;
    for (const mark of all("template[data-kept]", holder.content)) {
      const copy = document.getElementById(mark.dataset.kept).cloneNode(true);
      asItIs.add(copy);
      mark.replaceWith(copy);
    }
    const found = drawn ? holder.content.firstElementChild.firstElementChild : holder.content.firstElementChild;
    found.remove();
    return found;
  }
  /* Replaces the whole fragment, or parts of it by id. */
  const onNextUpdate = []; // called once, when the page next shows something new
  let shown = 0; // when it last did
  function show(html, parts, version) {
    shown = performance.now();
    changing(() => replace(html, parts, version));
    for (const done of onNextUpdate.splice(0)) done(true);
  }
  function replace(html, parts, version) {
    const asked = digests(), game = chosenGame();
    const kept = keepAnswers(), before = watched();
    const sameQuestion = (form) => form && kept.has(form.id) && kept.get(form.id).digest === form.dataset.digest;
    const morph = (old, fresh) => Idiomorph.morph(old, fresh, {
      morphStyle: "outerHTML",
      callbacks: {
        beforeNodeMorphed: (old, fresh) => !(asItIs.has(fresh) && old.id === fresh.id) && !inHand(old, fresh) &&
          !(old instanceof Element && old.matches(".meaning") && old.id === fresh.id) && // filled by meaning.js
          !(old instanceof Element && old.matches("[data-preview-panel], [data-lay-piece], [data-lay-word]") && sameQuestion(old.closest("form"))),
        // What a person or this script has set: without its tabindex the sentence would lose the focus.
        beforeAttributeUpdated: (name, node, how) =>
          !(name === "open" && node.matches("details")) && name !== "data-picked-at" && name !== "data-has" && !(name === "tabindex" && how === "remove"),
      },
    });
    if (html) morph(one("#live"), html);
    else {
      // All are read before any is put in: what one of them names may have been taken away by another.
      const fresh = Object.entries(parts).map(([id, part]) => [id, elementOf(part, document.getElementById(id))]);
      for (const [id, part] of fresh) morph(document.getElementById(id), part);
      one("#live").dataset.version = version;
    }
    const { title, seat } = one("#live").dataset, head = one(".top-sub");
    // covered, or uncovered for somebody else: the head and the menu are those of the seat before
    if (shared && seat !== whose) return location.reload();
    if (title && head) head.textContent = title;
    beginAnew(asked);
    giveBack(kept);
    keepTab();
    drawCovers();
    settle();
    wash(before);
    sayAgain();
    toTop(asked);
    const wizard = chosenGame() === game ? null : one("#wizard-title");
    if (wizard) wizard.scrollIntoView({ block: "start" });
  }
  /* The game whose options the host has before them: another one is looked at from its top. */
  const chosenGame = () => dataOf(one("#begin")).digest;

  // -- tabs: the one that somebody chose stays open; of a page with a question it closes by a second tap --------------
  let chosenTab = "";
  const suggestedTab = () => all(".tab").find((tab) => tab.defaultChecked);
  function keepTab() {
    const open = all(".tab").find(({ value }) => value === chosenTab) || suggestedTab();
    for (const tab of all(".tab")) tab.checked = tab === open;
  }
  document.addEventListener("click", ({ target }) => {
    if (!target.matches("input.tab")) return;
    chosenTab = target.value === chosenTab && !suggestedTab() ? "" : target.value;
    keepTab();
  });

  // -- a new question comes to the top of the screen, with the focus on its words --------------------------------
  const questions = () => all("#live form.ask").filter((form) => !form.closest(".aside, .band"));
  const asks = (form) => form.dataset.digest || form.dataset.asked;
  const digests = () => new Map(questions().map((form) => [form.id, asks(form)]));
  /* What is asked anew begins as the table suggests, also where its fields are drawn as before and were left alone. */
  function beginAnew(asked) {
    for (const form of questions()) if (asked.has(form.id) && asked.get(form.id) !== asks(form) && !form.matches("[data-touched]")) form.reset();
  }
  /* What concerns the whole table comes into view once, as soon as nobody is busy on the page. */
  const bands = () => all("#bands > [id]"), keyOf = ({ id, dataset }) => `${id} ${dataset.band}`;
  let met = new Set(bands().map(keyOf));
  function newBand() {
    const fresh = isBusy() ? null : bands().find((band) => !met.has(keyOf(band)));
    met = new Set(bands().map(keyOf).filter((key) => met.has(key) || !isBusy()));
    return fresh;
  }
  /* The question after the one this phone has just answered, else the first one, unless somebody is busy on the page. */
  function toTop(asked) {
    const band = newBand();
    if (band) return bringUp(band, one(".band-words", band) || band);
    const forms = questions();
    const isNew = (form) => form && asked.get(form.id) !== asks(form);
    const form = forms.find((form) => sending.has(form.id) && isNew(form)) || (isBusy() ? null : forms[0]);
    if (!isNew(form)) return;
    const words = form === forms[0] && one(".seat-page #sentence") || one(".ask-prompt", form);
    bringUp(form.closest(".scribe-seat") || words, words, pictured.has(form.id));
  }
  /* `stays`: it was answered by a tap on a picture, which stays where it is. */
  function bringUp(place, words, stays = false) {
    if (!stays) place.scrollIntoView({ block: "start" });
    words.tabIndex = -1;
    words.focus({ preventScroll: true });
  }
  const TYPED = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea, select";
  const isBusy = () => fingers.size > 0 || one("details.menu[open]") || (document.activeElement && document.activeElement.matches(TYPED));

  // -- what comes from the table waits while a finger is down, so that nothing moves under it -----------------------
  const fingers = new Map(); // those that are down: when each came
  let later = [];
  function untouched(act) {
    later.push(act);
    if (!isTouched()) catchUp();
  }
  /* A finger that only holds a cover open waits for what another one has just asked for from under it. */
  let asked = 0; // replies that have come, and wait
  const isTouched = () => [...fingers.keys()].some((id) => !held || id !== held.by || !(asked || sending.size));
  /* One after the other, as they came. */
  function catchUp() {
    for (const act of later.splice(0)) act();
  }
  function lift(id, came) {
    if (fingers.get(id) === came) fingers.delete(id);
    if (!isTouched()) catchUp();
  }
  /* What this page has asked for waits with the rest. */
  function untouchedReply(act) {
    asked += 1;
    untouched(() => { asked -= 1; act(); });
  }
  const nobodyTouches = () => new Promise(untouchedReply);
  document.addEventListener("when-untouched", ({ detail }) => untouchedReply(detail));
  addEventListener("pointerdown", ({ target, pointerId, isPrimary, timeStamp }) => {
    if (isPrimary) fingers.clear(); // what was lifted unseen
    // What a key of the simulated table does is looked at while it is held.
    if (!around(target, "[data-sim-key]")) fingers.set(pointerId, timeStamp);
  }, { capture: true, passive: true });
  // a click follows the end of its touch
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => {
    setTimeout(lift, 50, pointerId, fingers.get(pointerId));
  }, { capture: true, passive: true });
  addEventListener("pointermove", ({ pointerId, buttons }) => {
    if (!buttons && fingers.has(pointerId)) setTimeout(lift, 50, pointerId, fingers.get(pointerId));
  }, { passive: true });
  addEventListener("blur", () => { fingers.clear(); catchUp(); });

  // -- event stream ---------------------------------------------------------------------------------------------
  const address = document.body.dataset.events;
  /* Milliseconds without a beat, of which one comes every five seconds, until a stream counts as dead; without a reply, by
     attempt; and between two answers to beats. */
  const SILENT = 11000, OPENS_IN = [4000, 6000, 10000, 15000], ANSWERED = 13000;
  let stream = null, heard = 0, lostTimer = 0, lost = false, away = false, views = 0, attempts = 0, answered = 0;
  function hear() {
    heard = Date.now();
    clearTimeout(lostTimer);
    lostTimer = 0;
    if (lost) word(strip.dataset.back, { good: true });
    lost = false;
  }
  function sayLost() {
    lost = true;
    word(strip.dataset.lost, { stays: true });
  }
  function miss() {
    if (!lostTimer && !lost) lostTimer = setTimeout(sayLost, 3000);
    if (stream && stream.readyState === EventSource.CLOSED) {
      close();
      lookAgain();
    }
  }
  /* Polls while no stream is free, at growing intervals. */
  let looking = 0, patience = 4000, polled = false;
  async function lookAgain() {
    clearTimeout(looking);
    if (stream || away || document.hidden) return;
    const seen = versionShown();
    try {
      const reply = await fetchInTime(`${address.replace("/events?", "/events/look?")}&seen=${encodeURIComponent(seen)}`);
      if (!reply.ok) throw new Error(reply.status);
      const { html, version: newest, room, number } = await reply.json();
      hear();
      if (html && newest !== versionShown()) { views += 1; untouched(() => show(html)); patience = 4000; }
      if (room) return open();
      const { waiting, screen } = strip.dataset;
      polled = true;
      // Briefly: the toast covers the foot of the page, where the button or the QR code is.
      word(number ? `${waiting} ${screen.replace("{number}", number)}` : waiting, { good: true });
    } catch { miss(); }
    looking = setTimeout(lookAgain, patience * (0.75 + Math.random() / 2));
    patience = Math.min(patience * 1.5, 30000);
  }
  /* A shared phone clears a page that is left, since another person may return to it (back-forward cache). */
  const shared = document.body.hasAttribute("data-shared"), whose = dataOf(one("#live")).seat;
  function empty() {
    if (shared && one("#live")) one("#live").textContent = "";
  }
  function close() {
    if (stream) stream.close();
    stream = null;
  }
  function open(seen = versionShown()) {
    if (!address || stream || away || document.hidden) return;
    stream = new EventSource(`${address}${address.includes("?") ? "&" : "?"}seen=${encodeURIComponent(seen)}`);
    heard = Date.now();
    stream.addEventListener("open", () => { hear(); attempts = 0; patience = 4000; if (polled) { polled = false; strip.hidden = true; } });
    stream.addEventListener("beat", () => {
      hear();
      if (heard - answered < ANSWERED) return;
      answered = heard;
      post(document.body.dataset.alive, "", "application/json").catch(miss);
    });
    stream.addEventListener("error", miss);
    stream.addEventListener("view", (event) => {
      hear();
      untouched(() => take(JSON.parse(event.data)));
    });
    stream.addEventListener("bye", () => {
      away = true;
      close();
      clearTimeout(lostTimer);
      coverAll();
      empty();
      one("#taken-over").hidden = false;
      one("[data-resume]").focus();
    });
  }
  const named = (parts) => [...Object.keys(parts), ...Object.values(parts).flatMap((part) => [...part.matchAll(KEPT)].map(([, id]) => id))];
  function take({ version: newest, html, base, parts }) {
    const mine = versionShown();
    if (newest === mine) return;
    views += 1;
    // A form's reply may have updated the page beyond the stream's base version: then the parts do not apply.
    if (html || (base === mine && named(parts).every((id) => document.getElementById(id)))) return show(html, parts, newest);
    close();
    open("");
  }
  /* A network that falls silent closes nothing. */
  setInterval(() => {
    if (!stream) return;
    const isOpen = stream.readyState === EventSource.OPEN;
    if (Date.now() - heard < (isOpen ? SILENT : OPENS_IN[Math.min(attempts, OPENS_IN.length - 1)])) return;
    if (!isOpen) attempts += 1;
    close();
    if (!lost) sayLost();
    reach().then(() => open());
  }, 1000);
  one("[data-resume]").addEventListener("click", () => {
    if (shared) return location.reload();
    away = false;
    one("#taken-over").hidden = true;
    open();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? (coverAll(), close(), clearTimeout(looking)) : open()));
  addEventListener("pagehide", () => { coverAll(); close(); empty(); });
  addEventListener("pageshow", ({ persisted }) => (shared && persisted ? location.reload() : open()));

  // -- forms: retried with the same nonce, so that they count once ---------------------------------------------------------
  const flying = new WeakSet(), sending = new Set();
  const pictured = new Set(); // ids of forms whose answer on its way was tapped on a picture
  const nonce = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  function filled(form, submitter) {
    const body = new FormData(form);
    if (submitter && submitter.name) body.set(submitter.name, submitter.value);
    if (body.has("nonce")) body.set("nonce", nonce());
    return new URLSearchParams(body);
  }
  /* Of several that are ticked the order counts in which they were: they are sent in it, not in that of the page. */
  document.addEventListener("formdata", ({ target, formData }) => {
    if (!target.matches("form.ask")) return;
    const picked = all("input[type=checkbox]:checked", target).sort((a, b) => (a.dataset.pickedAt || 0) - (b.dataset.pickedAt || 0));
    for (const { name } of picked) formData.delete(name);
    for (const { name, value } of picked) formData.append(name, value);
    if (target.matches("[data-form]")) formData.set("ordered", "yes");
  });
  const isStreamed = () => stream !== null && stream.readyState === EventSource.OPEN;
  const post = (url, body, accept, signal, patience) => {
    const headers = { Accept: accept, "X-CSRF-Token": csrf, ...(isStreamed() && { "X-Streamed": "1" }) };
    return fetchInTime(url, { method: "POST", body, signal, headers }, patience);
  };
  async function arrive(url, body) {
    for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
      try {
        return await post(url, body, "application/json", undefined, 6000 + 4 * wait);
      } catch {
        word(strip.dataset.failed, { stays: true });
        await pause(wait);
      }
    }
  }
  /* What a form has changed comes by the stream, which may have been faster than the reply, and be further already. */
  async function brought(shows, before) {
    if (versionShown() === shows || views !== before) return;
    const next = new Promise((done) => onNextUpdate.push(done));
    if (await Promise.race([next, pause(2000)]) || !stream) return;
    close();
    open("");
  }
  async function send(form, submitter) {
    if (flying.has(form)) return;
    flying.add(form);
    sending.add(form.id);
    if (submitter && "byPicture" in submitter.dataset) pictured.add(form.id);
    const focused = document.activeElement;
    const body = filled(form, submitter), before = views;
    // What was sent is not in hand any more: what is asked next replaces it.
    form.removeAttribute("data-touched");
    const buttons = all("button[type=submit]", form).filter((button) => !button.disabled);
    // An option takes the next tap, which waits for the reply (tap_guard.js).
    buttons.forEach((button) => { button.disabled = !button.matches(".option"); button.classList.add("in-flight"); });
    try {
      const reply = await arrive((submitter && submitter.getAttribute("formaction")) || form.action, body);
      if (!(reply.headers.get("Content-Type") || "").includes("json")) return location.assign(reply.redirected ? reply.url : location.href);
      const { html, shows, preview: panel, digest, notice, tone, goto, taken, field } = await reply.json();
      if (goto) return location.assign(goto);
      strip.hidden = !lost;
      await nobodyTouches();
      // An update that arrived meanwhile may be newer than this reply; the next one includes the form's effect.
      // A form that was not taken comes back as it was entered.
      if (html && (views === before || (!taken && form.matches("[data-form]")))) show(html);
      const there = document.getElementById(form.id);
      if (field && there) point(one(`[data-field="${CSS.escape(field)}"]`, there));
      if (panel && form.dataset.digest === digest) choose(form, panel);
      if (notice) word(notice, { good: tone === "good" });
      if (shows) await brought(shows, before);
    } finally {
      flying.delete(form);
      sending.delete(form.id);
      pictured.delete(form.id);
      // What was replaced meanwhile is as the table says.
      for (const button of buttons.filter((button) => button.classList.contains("in-flight"))) {
        button.disabled = false;
        button.classList.remove("in-flight");
      }
      if (document.activeElement === document.body && focused && focused.isConnected) focused.focus({ preventScroll: true });
      settle(form);
    }
  }
  /* What was refused is said at its field: it comes into view, and whoever reads on begins there. So does what is still
     open, with a tap on the button that says so. */
  function point(field) {
    if (!field) return;
    const row = field.closest("details");
    changing(() => {
      if (row) row.open = true;
      field.scrollIntoView({ block: "center" });
    });
    field.tabIndex = -1;
    field.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-ready=no]");
    if (!button) return;
    event.preventDefault();
    point(one(".form-field.missing, .form-field.wrong", button.form));
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches(".sim-form")) event.preventDefault();
    if (!form.matches("[data-send], [data-look]")) return;
    event.preventDefault();
    send(form, event.submitter);
  });

  // -- previews of an answer ------------------------------------------------------------
  const waiting = new WeakMap();
  const steps = (form) => ["pick", "place", "confirm"].includes(form.dataset.kind);
  /* A step was not taken: its option is marked, and what it would do stands beside the button that sends it. */
  function choose(form, html) {
    dropPreview(form); // of what was chosen before
    draw(one("[data-preview-panel]", form), html);
    mark();
  }
  function draw(panel, html) {
    changing(() => {
      Idiomorph.morph(panel, html, { morphStyle: "innerHTML" });
      drawCovers();
    });
  }
  /* The option whose answer stands ready to be sent. */
  function mark() {
    for (const form of all("form[data-ask]").filter(steps)) {
      const ready = one("[data-chosen]", form), chosen = ready ? ready.value : undefined;
      for (const option of all(".option", form)) {
        if (option.value === chosen) option.setAttribute("aria-current", "true");
        else option.removeAttribute("aria-current");
      }
    }
    for (const node of all("[data-pick]")) {
      const option = document.getElementById(node.dataset.pick);
      if (option && option.form && option.form.matches("[data-form]")) continue; // marked by forms.js
      node.closest(".pressable").classList.toggle("picked", Boolean(option) && option.hasAttribute("aria-current"));
    }
  }
  /* None that is on its way is shown any more. */
  function dropPreview(form) {
    const state = waiting.get(form);
    if (!state) return;
    clearTimeout(state.timer);
    if (state.abort) state.abort.abort();
  }
  function previewSoon(form) {
    const state = waiting.get(form) || {};
    dropPreview(form);
    const act = one("[data-act]", form), panel = one("[data-preview-panel]", form);
    const answered = steps(form) ? Boolean(one("[data-chosen]", form)) : form.checkValidity();
    if (act) act.disabled = true;
    if (panel) panel.setAttribute("aria-busy", String(answered));
    if (answered) state.timer = setTimeout(() => preview(form, state), 120);
    waiting.set(form, state);
  }
  async function preview(form, state) {
    const { signal } = state.abort = new AbortController();
    const body = filled(form);
    const panel = one("[data-preview-panel]", form);
    try {
      const reply = await post(form.dataset.preview, body, "text/html", signal);
      const html = await reply.text();
      await nobodyTouches();
      if (signal.aborted) return;
      if (!reply.ok || !html.trim()) throw new Error(reply.status);
      draw(panel, html);
    } catch (error) {
      if (signal.aborted) return;
      const act = one("[data-act]", form);
      if (act) { act.textContent = act.dataset.plain; act.disabled = false; }
    }
    if (panel) panel.setAttribute("aria-busy", "false");
  }

  // -- score sheet editor: validation while typing ------------------------------------------
  let checking = 0, checked = 0;
  async function check(form) {
    const turn = ++checked;
    const body = filled(form);
    body.set("do", "check");
    try {
      const reply = await post(form.action, body, "text/html");
      const fresh = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("live");
      if (turn !== checked) return;
      if (reply.status >= 500) throw new Error(reply.status);
      if (reply.ok && fresh) show(fresh.outerHTML);
    } catch {
      if (turn === checked) checking = setTimeout(check, 2000, form);
    }
  }
  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (!form || !form.matches("[data-live-check]")) return;
    clearTimeout(checking);
    checking = setTimeout(check, 400, form);
  });
  /* What was typed before this ran, or put back by the browser. */
  for (const form of all("[data-live-check]")) {
    if ([...form.elements].some((field) => "defaultValue" in field && field.value !== field.defaultValue)) check(form);
  }

  // -- selecting options -------------------------------------------------------------------------------------------------
  let picks = 1000; // those that are usual come first
  /* `sent`: the form whose reply has just come, with its preview. */
  function settle(sent = null) {
    document.dispatchEvent(new Event("settling"));
    mark();
    for (const output of all("[data-picked]")) {
      const text = `${all("input:checked", output.form || output.closest("form")).length}/${output.dataset.most}`;
      if (output.textContent !== text) output.textContent = text;
    }
    for (const output of all("[data-differing]")) {
      const changed = all("input:checked", output.closest("details")).filter((input) => !input.defaultChecked).length;
      output.textContent = JSON.parse(output.dataset.differing)[changed];
      output.classList.toggle("soft", !changed);
    }
    for (const form of all("form[data-ask]")) if (form !== sent || !steps(form)) previewSoon(form);
  }
  document.addEventListener("input", ({ target }) => {
    if (target.type === "checkbox" && target.checked) target.dataset.pickedAt = ++picks;
    const form = target.form;
    if (!form) return;
    if (form.matches("[data-look]")) look(form, target);
    else if (form.matches("[data-ask], #begin")) settle();
  });
  document.addEventListener("click", ({ target }) => {
    const space = target.closest("[data-pick]");
    if (space) pickBy(space);
    const step = target.closest("[data-step]");
    if (step) {
      const number = one("input", step.closest("[data-stepper]"));
      number.value = Math.max(+number.min, Math.min(+number.max, (+number.value || 0) + +step.dataset.step));
      number.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (target.closest("[data-cover-all]")) coverAll();
    const face = target.closest(".cover-face"), cover = face && face.closest("[data-cover]");
    // All of a cover opens it; closed it is by its key alone.
    if (cover && (target.closest("[data-keep-open]") || !(isOpen(cover) || target.closest("[data-hold], input")))) {
      kept.has(cover.id) ? kept.delete(cover.id) : kept.add(cover.id);
      drawCovers();
    }
    for (const menu of all("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
  });
  /* Picks what a place of a picture stands for. Nothing scrolls for it, so that the next place is where it was. */
  function pickBy({ dataset }) {
    const option = document.getElementById(dataset.pick);
    if (!option) return;
    option.dataset.byPicture = "";
    option.click();
    delete option.dataset.byPicture;
  }
  async function look(form, { name, value, type, checked }) {
    if (name === "theme") light(value);
    else document.body.dataset[name] = type === "checkbox" && !checked ? "off" : value;
    await arrive(form.action, filled(form));
    if (name === "lang") location.reload();
  }
  function light(value) {
    value ? (document.documentElement.dataset.theme = value) : delete document.documentElement.dataset.theme;
    for (const colour of all("meta[data-theme]")) {
      const { theme } = colour.dataset;
      colour.media = !value ? `(prefers-color-scheme: ${theme})` : value === theme ? "all" : "not all";
    }
  }

  // -- covers: open while held, or until the page is untouched for as long as was chosen on this phone -----------------
  const AFTER = 300; // milliseconds that an update takes to settle
  const covered = () => 1000 * (document.body.dataset.covered || 20); // milliseconds untouched with an open cover
  const kept = new Set();
  let held = null, idle = 0; // the cover that is held open: its id, and by which pointer or key
  const isOpen = ({ id }) => kept.has(id) || (held !== null && held.id === id);
  function drawCovers() {
    if (all("[data-cover]").some((cover) => cover.classList.contains("open") !== isOpen(cover))) changing(turnCovers);
    else turnCovers();
  }
  function turnCovers() {
    for (const cover of all("[data-cover]")) {
      cover.classList.toggle("open", isOpen(cover));
      one("[data-keep-open]", cover).setAttribute("aria-pressed", String(kept.has(cover.id)));
    }
  }
  /* Only input extends the time, not updates from the table. A finger that rests on the page is input as long as it does. */
  function touched() {
    clearTimeout(idle);
    if (kept.size) idle = setTimeout(untouchedSince, covered());
  }
  function untouchedSince() {
    if (fingers.size || held) touched();
    else coverAll();
  }
  function hold(id, by) {
    if (held && held.id === id) return;
    held = id ? { id, by } : null;
    drawCovers();
  }
  function letGo(by) {
    if (held && held.by === by) hold(null);
  }
  function coverAll() {
    document.dispatchEvent(new Event("cover-all"));
    kept.clear();
    held = null;
    touched();
    drawCovers();
  }
  const isPress = (event) => event.key === " " || event.key === "Enter";
  const holder = (event) => around(event.target, "[data-hold]");
  document.addEventListener("pointerdown", (event) => {
    const { pointerId, isPrimary } = event;
    if (isPrimary && held && typeof held.by === "number") hold(null); // what held it was lifted unseen
    if (holder(event)) hold(holder(event).closest("[data-cover]").id, pointerId);
  });
  // Whatever else is lifted or pressed meanwhile answers what is under the cover.
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, ({ pointerId }) => letGo(pointerId));
  document.addEventListener("contextmenu", (event) => { if (holder(event)) event.preventDefault(); });
  document.addEventListener("keydown", (event) => {
    if (holder(event) && isPress(event)) { event.preventDefault(); hold(holder(event).closest("[data-cover]").id, event.key); }
  });
  document.addEventListener("keyup", ({ key }) => letGo(key));
  /* Browsers make no click of a second finger, which taps while the first one holds the cover. */
  const TAPPED = "button, label, summary, input, select, [data-pick]", NEAR = 16; // pixels a tap may wander
  const taps = new Map(); // second fingers: where each came down
  document.addEventListener("touchstart", ({ touches, changedTouches, timeStamp }) => {
    taps.clear();
    if (!held || touches.length < 2) return;
    for (const { identifier, target, clientX, clientY } of changedTouches) {
      const node = around(target, TAPPED);
      if (node && node.closest(`#${CSS.escape(held.id)} > .cover-inside`)) taps.set(identifier, { node, x: clientX, y: clientY, time: timeStamp });
    }
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    for (const { identifier, clientX, clientY } of event.changedTouches) {
      const tap = taps.get(identifier);
      taps.delete(identifier);
      if (!tap || !held || !tap.node.isConnected || Math.hypot(clientX - tap.x, clientY - tap.y) > NEAR) continue;
      event.preventDefault(); // nor is there one beside this
      if (!takes(tap.node, tap.node, tap)) continue;
      tap.node.focus({ preventScroll: true });
      tap.node.click();
    }
  }, { passive: false });
  for (const sign of ["pointerdown", "pointermove", "click", "keydown"]) addEventListener(sign, touched, { passive: true });
  /* A screen reader that goes on reading moves the page, the focus or the selection, and may do nothing else. So may an
     update of the page, which is no input. */
  const moved = () => { if (performance.now() - shown > AFTER) touched(); };
  for (const sign of ["scroll", "focusin", "selectionchange"]) document.addEventListener(sign, moved, { passive: true });
  addEventListener("blur", coverAll);

  // -- a page ends above the bar at the foot of a phone, however high that is -----------------------------------
  let bar = null;
  const heights = new ResizeObserver(() => {
    if (bar.isConnected) document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`);
    else watchBar();
  });
  function watchBar() {
    const now = one(".asking .bar.sticky");
    if (now === bar) return;
    heights.disconnect();
    bar = now;
    if (bar) heights.observe(bar);
  }
  document.addEventListener("changed", watchBar);
  watchBar();

  settle();
  touched();
  open();
  clearInterval(window.notStarted); // see too_old.js
})();
