// Notes on a page, as performance.timeOrigin + performance.now(): `sent`, when it last sent what makes a move; `painted`, when the
// frame was on the screen that first shows the version that the page has; `reply`, what came back.
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const bench = { now, sent: 0, painted: 0, version: "", reply: null };
  window.bench = bench;
  const shown = () => {
    const live = document.querySelector("[data-version]");
    return live ? live.dataset.version : "";
  };
  // A message that is sent while a frame is made arrives after it was painted.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { bench.painted = now(); };
  new MutationObserver(() => {
    if (shown() === bench.version) return;
    bench.version = shown();
    requestAnimationFrame(() => port2.postMessage(0));
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-version"] });
  // Sent by the page's own script, as if the button of a form had been tapped.
  bench.send = (path, fields) => {
    const form = document.createElement("form");
    Object.assign(form, { id: "bench", method: "post", action: path });
    form.dataset.send = "";
    for (const [name, value] of fields) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    document.getElementById("bench")?.remove();
    document.body.append(form);
    bench.reply = null;
    form.requestSubmit();
  };
  const { fetch } = window;
  window.fetch = async (url, options = {}) => {
    const mine = options.method === "POST" && document.getElementById("bench") && new URL(url, location).pathname === new URL(document.getElementById("bench").action).pathname;
    if (mine) bench.sent = now();
    const reply = await fetch(url, options);
    if (mine) bench.reply = await reply.clone().json();
    return reply;
  };
})();
