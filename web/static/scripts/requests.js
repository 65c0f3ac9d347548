/* Requests that give up: a connection that died without a word answers nothing, and a browser would wait for minutes. The
   next attempt gets another one. */

/** The path before those of all pages; empty but behind a server that shows the table below one. */
export const root = document.documentElement.dataset.root || "";

/**
 * As `fetch`, but given up after so many milliseconds.
 * @param {string} address
 * @param {RequestInit} [given]
 * @param {number} [patience]
 */
export function fetchInTime(address, given = {}, patience = 10000) {
  const ends = new AbortController(), giveUp = () => ends.abort();
  setTimeout(giveUp, patience); // it may die while the reply is read, too
  if (given.signal && given.signal.aborted) giveUp();
  else if (given.signal) given.signal.addEventListener("abort", giveUp);
  return fetch(address, { ...given, signal: ends.signal });
}

/**
 * Done when the table answers, or when every connection that the browser still had is known to be dead and given up: it
 * holds six to a host, and would try one after the other.
 */
export function reach() {
  return /** @type {Promise<void>} */ (new Promise((done) => {
    let left = 6;
    const end = () => { if (!(left -= 1)) done(); };
    for (let each = left; each; each -= 1) {
      fetchInTime(`${root}/static/icons/favicon.svg`, { method: "HEAD", cache: "no-store" }, 3000).then(() => done(), end);
    }
  }));
}
