/* What Chromium 79 and its contemporaries lack. Style sheets are written anew: `:has()` becomes an attribute that this
   script sets, and newer selectors, shorthands and units become older ones. Loaded only where a browser lacks `:has()`. */
"use strict";
(() => {
  // -- which button sends a form ----------------------------------------------------------------------------------
  if (!window.SubmitEvent) {
    /** @type {HTMLButtonElement | null} */
    let pressed = null;
    addEventListener("click", ({ target }) => {
      pressed = target instanceof Element ? target.closest(/** @type {"button"} */ ("button, input[type=submit]")) : null;
      setTimeout(() => { pressed = null; });
    }, true);
    Object.defineProperty(Event.prototype, "submitter", {
      get() { return this.type === "submit" && pressed && pressed.form === this.target ? pressed : null; },
    });
  }

  // -- selectors ----------------------------------------------------------------------------------------------------
  const hasIs = (() => {
    try { return Boolean(document.querySelector(":is(html, body)")) && document.body.matches(":not(a, b)"); } catch { return false; }
  })();
  /** The place behind the parenthesis that closes the one at `from`. @type {(text: string, from: number) => number} */
  function closing(text, from) {
    for (let at = from, depth = 0, quote = ""; at < text.length; at += 1) {
      const sign = text[at];
      if (quote) quote = sign === quote ? "" : quote;
      else if (sign === '"' || sign === "'") quote = sign;
      else if (sign === "(" || sign === "[") depth += 1;
      else if ((sign === ")" || sign === "]") && !(depth -= 1)) return at + 1;
    }
    return text.length;
  }
  /** The parts of a list, but for commas within parentheses. @type {(list: string) => string[]} */
  function parts(list) {
    const found = [""];
    for (let at = 0; at < list.length; at += 1) {
      if (list[at] === ",") { found.push(""); continue; }
      const end = list[at] === "(" || list[at] === "[" ? closing(list, at) : at + 1;
      found[found.length - 1] += list.slice(at, end);
      at = end - 1;
    }
    return found.map((part) => part.trim());
  }
  /** What is to be had: the selectors in `:has()`. @type {string[]} */
  const wanted = [];
  /** @type {(text: string, pattern: RegExp) => number} */
  const count = (text, pattern) => (text.match(pattern) || []).length;
  /** `[data-has~=n]`, as weighty as what it stands for. @type {(list: string) => string} */
  function asAttribute(list) {
    const lists = parts(list).map(older).join(", ");
    if (!wanted.includes(lists)) wanted.push(lists);
    const ids = count(list, /#/g), classes = count(list, /[.[]|:(?!not|is)/g);
    return `[data-has~="${wanted.indexOf(lists)}"]${"[data-has]".repeat(Math.max(0, classes - 1))}${":not(#_)".repeat(ids)}`;
  }
  /** The same selectors in the words of old browsers. @type {(selectors: string) => string} */
  function older(selectors) {
    return parts(selectors).map(olderOne).join(", ");
  }
  /** @type {(selector: string) => string} */
  function olderOne(selector) {
    const at = selector.search(/:(has|is|not)\(/);
    if (at < 0) return hasIs ? selector : selector.replace(/:focus-visible/g, ":focus");
    const open = selector.indexOf("(", at), end = closing(selector, open), kind = selector.slice(at + 1, open);
    const before = selector.slice(0, at), inner = selector.slice(open + 1, end - 1), after = selector.slice(end);
    if (kind === "has") return olderOne(`${before}${asAttribute(inner)}${after}`);
    const list = parts(older(inner));
    if (kind === "not") return done(before, list.map((one) => `:not(${one})`).join(""), after);
    if (hasIs) return done(before, `:is(${list.join(", ")})`, after);
    return list.map((one) => done(before, one, after)).join(", ");
  }
  /** @type {(before: string, middle: string, after: string) => string} */
  function done(before, middle, after) {
    const [space] = /** @type {RegExpMatchArray} */ (after.match(/^\s*/)); // the combinator of descendants
    return parts(older(after)).map((rest) => `${before}${middle}${space}${rest}`).join(", ");
  }

  // -- declarations -------------------------------------------------------------------------------------------------
  /** @type {(property: string, value: string) => boolean} */
  const isKnown = (property, value) => CSS.supports(property, value);
  const [start, end] = document.dir === "rtl" ? ["right", "left"] : ["left", "right"];
  /** The values of a declaration, one by one. @type {(text: string) => string[]} */
  const values = (text) => text.trim().match(/(?:[^\s()]+|\((?:[^()]|\([^()]*\))*\))+/g) || [];
  /** A declaration in the words of old browsers. @type {(property: string, value: string) => string} */
  function declared(property, value) {
    const isImportant = value.includes("!important") ? " !important" : "", each = values(value.replace("!important", ""));
    /** @type {(names: string[], from: string[]) => string} */
    const set = (names, from) => names.map((name, n) => `${name}: ${from[n]}${isImportant}`).join("; ");
    const two = [each[0], each[1] || each[0]];
    if (property === "inset") return set(["top", "right", "bottom", "left"], [each[0], two[1], each[2] || each[0], each[3] || two[1]]);
    if (property === "inset-inline-start") return set([start], each);
    if (property === "inset-inline-end") return set([end], each);
    if (property === "overflow-wrap") return "overflow-wrap: break-word";
    const [, side, axis] = property.match(/^(margin|padding)-(inline|block)$/) || [];
    if (side) return set([`${side}-${axis}-start`, `${side}-${axis}-end`], two);
    if (/^border-(inline|block)$/.test(property)) return set([`${property}-start`, `${property}-end`], [value, value]);
    return `${property}: ${value}`;
  }
  const hasGaps = (() => {
    const box = document.createElement("div");
    box.append(document.createElement("i"), document.createElement("i"));
    Object.assign(box.style, { position: "absolute", display: "flex", flexDirection: "column", rowGap: "1px" });
    document.body.append(box);
    const { scrollHeight } = box;
    box.remove();
    return scrollHeight === 1;
  })();
  /** The declarations of a rule in the words of old browsers. @type {(text: string) => string} */
  function body(text) {
    return text.split(/;(?![^(]*\))/).map((line) => {
      const [, property, raw] = line.match(/^\s*([\w-]+)\s*:\s*([\s\S]+?)\s*$/) || [];
      if (!property || property.startsWith("--")) return line;
      const value = isKnown("height", "1dvh") ? raw : raw.replace(/(\d)[dsl]vh/g, "$1vh");
      return isKnown(property, value.replace("!important", "")) ? `${property}: ${value}` : declared(property, value);
    }).join(";");
  }
  /** A flex box whose gaps the browser does not know has margins instead. @type {(selectors: string, text: string) => string} */
  function gaps(selectors, text) {
    const [, gap] = text.match(/(?:^|[;\s])gap:\s*([^;]+)/) || [];
    if (hasGaps || !gap || !/display:\s*(inline-)?flex/.test(text)) return "";
    const across = values(gap)[1] || values(gap)[0], property = /flex-direction:\s*column/.test(text) ? "margin-top" : "margin-inline-start";
    return parts(selectors).map((one) => `${one} > * + *`).join(", ") + ` { ${property}: ${across}; }`;
  }

  // -- whole style sheets -------------------------------------------------------------------------------------------
  /** What stands before the braces of a rule, and what in them. @typedef {[head: string, inner: string]} Rule */
  /** The rules of a style sheet. @type {(text: string) => Rule[]} */
  function rules(text) {
    /** @type {Rule[]} */
    const found = [];
    for (let from = 0; ;) {
      const open = text.indexOf("{", from);
      if (open < 0) return found;
      let at = open + 1;
      for (let depth = 1; depth && at < text.length; at += 1) depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
      found.push([text.slice(from, open).trim(), text.slice(open + 1, at - 1)]);
      from = at;
    }
  }
  /** A rule as those that old browsers know. @type {(rule: Rule) => string[]} */
  function written([head, inner]) {
    if (/^@(media|supports)/.test(head)) return [`${head} { ${rules(inner).map(written).map((all) => all.join(" ")).join(" ")} }`];
    if (head.startsWith("@")) return [`${head} { ${inner} }`];
    const selectors = older(head);
    return [`${selectors} { ${body(inner)} }`, gaps(selectors, inner)].filter(Boolean);
  }
  /** @type {(link: HTMLLinkElement) => Promise<void>} */
  async function rewrite(link) {
    const text = await (await fetch(link.href)).text();
    const fresh = rules(text.replace(/\/\*[\s\S]*?\*\//g, "")).map(written);
    const { sheet } = link;
    if (!sheet) return;
    while (sheet.cssRules.length) sheet.deleteRule(0);
    for (const rule of fresh.flat()) {
      try { sheet.insertRule(rule, sheet.cssRules.length); } catch { /* one that this browser does not know at all */ }
    }
  }

  // -- what elements have -------------------------------------------------------------------------------------------
  /** The elements that have what the selectors say. @type {(list: string) => Generator<Element | null>} */
  function* owners(list) {
    for (const one of parts(list)) {
      const [, how, what] = /** @type {RegExpMatchArray} */ (one.match(/^([>+~]?)\s*([\s\S]+)$/));
      for (const node of document.querySelectorAll(what)) {
        if (/[\s>+~](?![^([]*[)\]])/.test(what)) yield* around(node, one);
        else if (how === ">") yield node.parentElement;
        else if (how === "+") yield node.previousElementSibling;
        else if (how === "~") for (let other = node.previousElementSibling; other; other = other.previousElementSibling) yield other;
        else for (let up = node.parentElement; up; up = up.parentElement) yield up;
      }
    }
  }
  /** Those around a node in which it is found from there. @type {(node: Element, selector: string) => Generator<Element>} */
  function* around(node, selector) {
    for (let up = node.parentElement; up; up = up.parentElement) {
      if ([...up.querySelectorAll(`:scope ${selector}`)].includes(node)) yield up;
    }
  }
  const observer = new MutationObserver(mark);
  function mark() {
    /** @type {Map<Element, Set<number>>} */
    const now = new Map();
    wanted.forEach((list, n) => {
      for (const owner of owners(list)) if (owner) now.set(owner, (now.get(owner) || new Set()).add(n));
    });
    for (const node of document.querySelectorAll("[data-has]")) if (!now.has(node)) node.removeAttribute("data-has");
    for (const [node, all] of now) {
      const has = [...all].join(" ");
      if (node.getAttribute("data-has") !== has) node.setAttribute("data-has", has);
    }
    observer.takeRecords();
  }
  const soon = () => requestAnimationFrame(mark);

  Promise.all([...document.querySelectorAll(/** @type {"link"} */ ("link[rel=stylesheet]"))].map(rewrite)).then(() => {
    mark();
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const sign of ["input", "change", "click", "focusin", "focusout", "toggle", "reset"]) document.addEventListener(sign, soon, true);
    document.addEventListener("settling", mark);
    dispatchEvent(new Event("resize")); // what was measured before
  });
})();
