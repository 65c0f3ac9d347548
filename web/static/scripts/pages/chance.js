// Verifies every draw of a finished play: block n is HMAC-SHA256 of the counter n under the seed, its first eight bytes
// are a number, and the draw is its remainder. Plain http has no crypto.subtle, hence vendor/sha256.
import "./common.js";
import { all, need } from "../dom.js";

const button = need("[data-redo]"), verdict = need("[data-verdict]");
/**
 * A block of the seed and what it gave: its number, the limit of the draw, and what was drawn, null for a block that was skipped.
 * @typedef {[position: number, limit: number, number: number | null]} Spin
 */
/** @type {{commitment: string, seed: string, draws: Spin[][]}} */
const { commitment, seed, draws } = JSON.parse(button.dataset.redo || "");
const bytes = Uint8Array.from(seed.match(/../g) || [], (pair) => parseInt(pair, 16));
const whole = BigInt(2) ** BigInt(64);

/** @type {(position: number) => bigint} */
const block = (position) => {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(position));
  const first = new Uint8Array(sha256.hmac.arrayBuffer(bytes, counter));
  return new DataView(first.buffer).getBigUint64(0);
};

// Rejection sampling: a block of the incomplete last range is skipped, and its draw has no number.
/** @type {(position: number, limit: number) => number | null} */
const redone = (position, limit) => {
  const number = block(position);
  return number < whole - (whole % BigInt(limit)) ? Number(number % BigInt(limit)) : null;
};

const asPromised = (/** @type {Spin[]} */ spins) => spins.every(([position, limit, number]) => redone(position, limit) === number);

button.hidden = false;
button.addEventListener("click", () => {
  const lines = all("[data-draw]");
  let right = sha256(bytes) === commitment;
  draws.forEach((spins, place) => {
    if (spins.length === 0) return;
    const same = asPromised(spins);
    lines[place].dataset.draw = same ? "right" : "wrong";
    right = right && same;
  });
  verdict.textContent = (right ? verdict.dataset.right : verdict.dataset.wrong) || "";
  verdict.dataset.verdict = right ? "right" : "wrong";
});
