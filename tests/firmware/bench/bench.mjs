// A board for MicroPython's own interpreter: it owns time, pins, buses and the line, and does what it is told over stdin.
//
// Requests and answers are a line of JSON each. While the firmware runs, it waits for requests in machine.idle(), and its
// clock moves only as far as a request says. See bench.py for what can be asked.
import { readSync, writeSync } from "node:fs";

const [, , interpreter] = process.argv;
const TICK = 1;
const GO_ON = 0, OFF = 1, EDGE = 16;
const POWER = 1, WATCHDOG = 3;

const { loadMicroPython } = await import(interpreter);
let now = 0;
Date.now = () => 1_700_000_000_000 + now;

let rest = "";
const chunk = Buffer.alloc(65536);
function ask() {
    while (!rest.includes("\n")) {
        const size = readSync(0, chunk);
        if (!size) process.exit(0);
        rest += chunk.toString("latin1", 0, size);
    }
    const end = rest.indexOf("\n");
    const line = rest.slice(0, end);
    rest = rest.slice(end + 1);
    return JSON.parse(line);
}

let answer = fresh();
function fresh() { return { out: "", bus: [], pins: {}, lights: {}, heap: 0, restarts: 0, ended: null, printed: "" }; }
function reply() {
    let text = JSON.stringify({ ...answer, now }) + "\n";
    while (text) text = text.slice(writeSync(1, text));
    answer = fresh();
}

let board = {};
function clear() {
    now = 0;
    board = { levels: {}, edges: [], input: [], outs: {}, to: 0, moved: false, off: false, cause: POWER, id: "",
              dog: 0, fed: 0, bitten: false, refused: false, disturbed: [0, 0], stall: 0 };
}
clear();

function take(request) {
    if (request.clear) clear();
    if (request.edges) board.edges.push(...request.edges);
    if (request.input) board.input.push(...Buffer.from(request.input, "hex"));
    if ("refused" in request) board.refused = request.refused;
    if (request.disturbed) board.disturbed = request.disturbed;
    if (request.stall) board.stall = request.stall;
    if (request.to !== undefined) board.to = request.to;
    if (request.off) board.off = true;
}

// Whether it was fed too late.
function watch() { board.bitten ||= board.dog > 0 && now - board.fed > board.dog; }

const bench = {
    idle() {
        if (!board.moved) {
            while (now >= board.to && !board.off) { reply(); take(ask()); }
            if (board.off) return OFF;
            now = Math.min(now + TICK, board.to);
            board.moved = true;
        }
        if (board.edges.length && board.edges[0][0] <= now) {
            const [, pin, level] = board.edges.shift();
            board.levels[pin] = level;
            return EDGE + pin;
        }
        board.moved = false;
        watch();
        return board.bitten ? OFF : GO_ON;
    },
    more: () => now < board.to,
    level: (pin) => board.levels[pin] ?? 1,
    put(pin, value) { answer.pins[pin] = board.outs[pin] = value; },
    lit(pin, data) { answer.lights[pin] = data; },
    any: () => board.input.length,
    byte: () => board.input.shift(),
    write(data) { answer.out += data; },
    bus(where, data) {
        if (board.stall) { now += board.stall; board.to = Math.max(board.to, now); board.stall = 0; }
        if (board.refused) return false;
        // how many transfers are not acknowledged, after how many that are
        const [count, after] = board.disturbed;
        if (count) {
            board.disturbed = after ? [count, after - 1] : [count - 1, 0];
            if (!after) return false;
        }
        answer.bus.push([where < 0 ? JSON.stringify(board.outs) : where, data]);
        return true;
    },
    cause: () => board.cause,
    id: () => board.id,
    dog(patience) { board.dog = patience; board.fed = now; },
    feed() { watch(); board.fed = now; },
    heap(size) { answer.heap = size; },
};

async function load(files) {
    const python = await loadMicroPython({
        heapsize: 192 * 1024, linebuffer: true, stdout: (line) => { answer.printed += line + "\n"; },
    });
    python.registerJsModule("bench", bench);
    python.FS.mkdir("/board");
    python.FS.mkdir("/board/pod");
    for (const [path, text] of Object.entries(files)) python.FS.writeFile(`/board/${path}`, text);
    python.runPython("import sys, os\nos.chdir('/board')\nsys.path.insert(0, '/board')\n");
    return python;
}

// Power until it is turned off; the watchdog turns it off and on. What the program left behind is kept.
let kept = null;
async function run(request) {
    board.cause = POWER;
    board.id = request.id;
    board.to = now;
    // contacts that are closed at power-on
    while (board.edges.length && board.edges[0][0] <= now) {
        const [, pin, level] = board.edges.shift();
        board.levels[pin] = level;
    }
    for (;;) {
        board.dog = 0;
        board.bitten = board.moved = board.off = false;
        board.input = [];
        kept = await load(request.files);
        try {
            kept.runPython(request.main);
            answer.ended = "";
            return;
        } catch (error) {
            if (error.type !== "PowerOff") { answer.ended = error.message; return; }
            if (!board.bitten) return;
            board.cause = WATCHDOG;
            answer.restarts += 1;
        }
    }
}

for (;;) {
    const request = ask();
    if (request.script !== undefined) {
        const python = await load(request.files);
        try { python.runPython(request.script); } catch (error) { answer.ended = error.message; }
    } else if (request.main !== undefined) {
        await run(request);
    } else {
        take(request);
        if (request.eval !== undefined) kept.runPython(request.eval);
        now = Math.max(now, board.to);
    }
    reply();
}
