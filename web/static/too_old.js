/* The first script of a page, in the JavaScript of 2009, which every browser knows. A page that follows the table and
   whose scripts do not start loads itself anew every ten seconds, and says why. The module of the page clears the timer as
   the last thing it does when it starts. */
(function () {
  "use strict";
  var SECONDS = 10, waited = 0, isNetwork = false;
  var root = document.documentElement.getAttribute("data-root") || "";

  // What browsers lack in which the scripts do start; it comes before them.
  if (!window.CSS || !CSS.supports("selector(:has(a))")) document.write('<script src="' + root + '/static/old_browsers.js" defer><\/script>');

  /* A script that did not come, since the network broke, says nothing about the browser. */
  window.addEventListener("error", function (event) {
    var target = /** @type {Element | null} */ (event.target);
    if (target && target.tagName === "SCRIPT") isNetwork = true;
  }, true);

  /* As for a browser without scripts. */
  function doWithout() {
    var plain = document.createElement("link");
    plain.rel = "stylesheet";
    plain.href = root + "/static/noscript.css";
    document.head.appendChild(plain);
  }
  function isInUse() {
    var focused = document.activeElement;
    return Boolean(focused && /^(INPUT|SELECT|TEXTAREA)$/.test(focused.tagName))
      || document.querySelector(".cover-box:checked, details.menu[open]") !== null;
  }

  window.notStarted = setInterval(function () {
    var next, words = document.getElementById("too-old"), follows = document.querySelector("[data-events], [data-follow]");
    if (document.readyState !== "complete") return;
    if (waited === 0) doWithout();
    waited += 1;
    if (!follows || follows.getAttribute("data-events") === "") return;
    if (words && !isNetwork) words.hidden = false;
    if (waited < SECONDS || isInUse()) return;
    next = follows.getAttribute("data-follow");
    if (next) location.replace(next);
    else location.reload();
  }, 1000);
})();
