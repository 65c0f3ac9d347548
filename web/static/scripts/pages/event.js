// Keeps a page of an event up to date while it is looked at, or leads the screen on the wall to its next part.
import { fetchInTime } from "../requests.js";

const main = document.getElementById("main");
const follow = async ({ follow: address }) => {
  // Whoever is about to tap something, or reads what was folded, is left alone.
  if (document.hidden || main.querySelector(":focus, details[open]")) return;
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
  const { dataset } = main.querySelector("[data-follow]") || {};
  if (dataset) setTimeout(() => follow(dataset).finally(wait), dataset.seconds * 1000);
};
wait();
clearInterval(window.notStarted); // see too_old.js
