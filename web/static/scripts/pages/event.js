// Keeps a page of an event up to date while it is looked at, or leads the screen on the wall to its next part.
import { need, one } from "../dom.js";
import { fetchInTime } from "../requests.js";

const main = need("#main");
/** @type {(address: string) => Promise<void>} */
const follow = async (address) => {
  // Whoever is about to tap something, or reads what was folded, is left alone.
  if (document.hidden || one(":focus, details[open]", main)) return;
  try {
    const answer = await fetchInTime(address);
    if (!answer.ok) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
    if (drawn && drawn.innerHTML !== main.innerHTML) {
      main.textContent = "";
      main.append(...drawn.childNodes);
    }
  } catch {
    // The club is away: what stands here stays until it is back.
  }
};
const wait = () => {
  const follows = one("[data-follow]", main);
  if (!follows) return;
  const { follow: address = "", seconds } = follows.dataset;
  setTimeout(() => follow(address).finally(wait), Number(seconds) * 1000);
};
wait();
clearInterval(window.notStarted); // see too_old.js
