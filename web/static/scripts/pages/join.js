/* The page on which one sits down: a phone that waited for a seat goes there as soon as it has it. */
import "./common.js";
import { one } from "../dom.js";
import { nextUpdate } from "../morphing.js";

async function follow() {
  for (;;) {
    const waited = one("[data-waits]");
    await nextUpdate();
    const there = /** @type {HTMLAnchorElement | null} */ (one("a[data-arrived]"));
    if (waited && there) return location.assign(there.href);
  }
}
follow();
