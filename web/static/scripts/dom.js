/* Finding elements by selectors. The caller knows of which kind they are. */

/**
 * All that match, in the order of the page.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T[]}
 */
export const all = (selector, root = document) => /** @type {T[]} */ ([...root.querySelectorAll(selector)]);

/**
 * The first that matches, or null.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T | null}
 */
export const one = (selector, root = document) => /** @type {T | null} */ (root.querySelector(selector));

/**
 * The first that matches, of what the templates put there without exception.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function need(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return /** @type {T} */ (found);
}

/** @type {(selector: string, root?: ParentNode) => HTMLFormElement[]} */
export const forms = all;
/** @type {(selector: string, root?: ParentNode) => HTMLInputElement[]} */
export const inputs = all;

/**
 * An element by its id, or null.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T | null}
 */
export const byId = (id) => /** @type {T | null} */ (/** @type {unknown} */ (document.getElementById(id)));

/**
 * The target of an event, or the closest element around it, that matches; null for events of the document.
 * @template {Element} [T=HTMLElement]
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {T | null}
 */
export const around = (target, selector) => (target instanceof Element ? target.closest(/** @type {any} */ (selector)) : null);

/**
 * The field in which somebody has entered something.
 * @param {Event} event
 */
export const fieldOf = ({ target }) => /** @type {HTMLInputElement} */ (target);

/**
 * What a form would send.
 * @type {(form: HTMLFormElement) => URLSearchParams}
 */
export const entered = (form) => new URLSearchParams(/** @type {any} */ (new FormData(form)));

/** @type {(ms: number) => Promise<void>} */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
