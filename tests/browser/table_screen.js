async ([html, turn, most]) => {
    const main = document.getElementById("main");
    main.innerHTML = html;
    if (turn) document.documentElement.dataset.turn = turn; else delete document.documentElement.dataset.turn;
    document.getElementById("link").hidden = true; // nobody answers this page
    dispatchEvent(new Event("resize"));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const found = new Set(), { innerWidth, innerHeight } = window;
    if (document.documentElement.scrollHeight > innerHeight + 1) found.add(`${document.documentElement.scrollHeight} high`);
    if (document.documentElement.scrollWidth > innerWidth) found.add(`${document.documentElement.scrollWidth} wide`);
    const lines = [];
    const seen = (node) => node.checkVisibility() && !node.closest(".sr");
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, node = text.parentElement, said = text.textContent.trim();
        if (!said || !seen(node)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const scale = node.ownerSVGElement ? node.getScreenCTM().a : 1;
        const letters = parseFloat(getComputedStyle(node).fontSize) * scale;
        if (letters < Math.min(innerWidth, innerHeight) / most - 0.05) found.add(`${said}: letters of ${letters.toFixed(1)}`);
        // what ends in an ellipsis ends there
        let end = Infinity;
        for (let box = node; box !== document.body; box = box.parentElement) {
            if (getComputedStyle(box).textOverflow === "ellipsis") end = Math.min(end, box.getBoundingClientRect().right);
        }
        for (const line of range.getClientRects()) {
            // of the height of a line the letters themselves take less
            const spare = Math.max((line.height - letters) / 2, 0);
            lines.push({ said, node, left: line.left, right: Math.min(line.right, end), top: line.top + spare, bottom: line.bottom - spare });
        }
    }
    for (const line of lines) {
        for (let box = line.node; box !== document.body; box = box.parentElement) {
            const edges = box.getBoundingClientRect(), { overflowX, overflowY, textOverflow } = getComputedStyle(box);
            if (textOverflow === "ellipsis") break;
            const out = (overflowX !== "visible" && (line.left < edges.left - 1 || line.right > edges.right + 1)) ||
                (overflowY !== "visible" && (line.top < edges.top - 1 || line.bottom > edges.bottom + 1));
            if (out) found.add(`${line.said} is cut off`);
            if (out) break;
        }
        if (line.top < -1 || line.left < -1 || line.bottom > innerHeight + 1 || line.right > innerWidth + 1) found.add(`${line.said} is off the screen`);
    }
    for (const [at, one] of lines.entries()) {
        for (const other of lines.slice(at + 1)) {
            if (one.node === other.node) continue;
            const over = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (over > 1 && high > 1) found.add(`${one.said} lies over ${other.said}`);
        }
    }
    for (const bar of main.querySelectorAll(".bar > :is(.pips, .length)")) {
        const { width, height } = bar.getBoundingClientRect();
        if (seen(bar) && width < 3 * height) found.add(`${bar.parentElement.textContent.trim().split(/\s+/)[0]}: a bar ${width.toFixed(0)} wide`);
    }
    // bone paper is what hands have to do, and nothing else
    const paper = document.createElement("p");
    paper.style.background = "var(--slip)";
    const { backgroundColor: bone } = getComputedStyle(main.appendChild(paper));
    paper.remove();
    for (const node of main.querySelectorAll("*")) {
        if (getComputedStyle(node).backgroundColor === bone && seen(node) && !node.closest(".slip")) found.add(`${node.className} is bone`);
    }
    // whoever is awaited stands there by name, to be read from three metres
    const who = main.querySelector(".who .screen-sentence:not(.task)");
    const name = who ? parseFloat(getComputedStyle(who).fontSize) : Infinity;
    const whole = document.querySelector(".who .screen-sentence");
    if (whole && whole.scrollWidth > whole.clientWidth + 1) found.add(`${whole.textContent.trim()} ends in an ellipsis`);
    const least = !who ? 0 : who.matches(".wraps") ? 54 : who.matches(".long") ? 60 : 84; // smaller only where it is too long
    if (name < least / 1080 * Math.min(innerWidth, innerHeight) - 0.5) found.add(`${who.textContent.trim()}: a name of ${name.toFixed(1)}`);
    // on a television everybody reads the last move, with what to do after it
    const story = main.querySelector(".story"), large = innerWidth > innerHeight && innerHeight >= 1080;
    if (story && large && !seen(story) && !main.querySelector(".reveal, .vote")) found.add("no last move");
    // and where older slips are still open, what happened since
    const newest = story && large && seen(story) && story.querySelector(".newest");
    if (newest && !seen(newest)) found.add(`not told: ${newest.textContent.trim()}`);
    const drawn = [...main.querySelectorAll("svg, img")].filter(seen).map((node) => node.getBoundingClientRect());
    const ink = [...lines, ...drawn];
    const gap = (from, to, whole) => {
        let end = 0, largest = 0;
        for (const box of [...ink].sort((one, other) => one[from] - other[from])) {
            largest = Math.max(largest, box[from] - end);
            end = Math.max(end, box[to]);
        }
        return Math.max(largest, whole - end) / whole;
    };
    for (const [name, empty] of [["wide", gap("left", "right", innerWidth)], ["high", gap("top", "bottom", innerHeight)]]) {
        if (empty > 1 / 3) found.add(`empty: ${(100 * empty).toFixed(0)} % ${name}`);
    }
    return [...found];
}
