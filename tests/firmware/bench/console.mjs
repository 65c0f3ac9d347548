// A pod on its USB cable, in real time: MicroPython's own interpreter with the pod's files, its console and its flash.
//
// What comes in over stdin is what comes over the cable. While the firmware runs, that is its line; once it has left its
// loop, it is the console's: the REPL and raw REPL are MicroPython's. Raw paste is answered as not supported, because this
// build would wait for its bytes without ever letting go. The files are those of a folder, written back at every reset.
//
// With a folder for hands, contacts are moved by lines of its file `edges` ("pin level"), `addresses` lists what answers on
// the bus, and what is put on pins, lamps and the bus is written to `seen`, a line of JSON each.
import { appendFileSync, existsSync, mkdirSync, readFileSync, readSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs";

const [, , interpreter, folder, bench_files, id, hands] = process.argv;
const EDGE = 16;
const HAND = 5;  // milliseconds between two edges: no hand is quicker
const { loadMicroPython } = await import(interpreter);
const RAW_PASTE = [5, 65, 1];
const MAIN = `
import sys
sys.path.insert(0, "/bench")
import bench

class Source:
    def readinto(self, buffer):
        buffer[0] = bench.byte()

class Sink:
    def write(self, data):
        bench.write(bytes(data).hex())

class Poller:
    def register(self, source, what):
        pass
    def poll(self, patience):
        return [1] if bench.any() else []

from pod import serial_lines, wiring
wiring.line = lambda given: serial_lines.UsbLine(Source(), Sink(), Poller())
import main
`;

const input = [];
let cut = false;
const chunk = Buffer.alloc(4096);
function listen() {
    try {
        const size = readSync(0, chunk);
        cut ||= size === 0;
        input.push(...chunk.subarray(0, size));
    } catch (error) {
        if (error.code !== "EAGAIN") throw error;
    }
}
const cell = new Int32Array(new SharedArrayBuffer(4));
const rest = () => Atomics.wait(cell, 0, 0, 1);
function put(data) {
    while (data.length) {
        try {
            data = data.subarray(writeSync(1, data));
        } catch (error) {
            if (error.code !== "EAGAIN") throw error;
            rest();
        }
    }
}

let again = false;
const levels = {};
const edges = [];
let heard = 0;
let moved = 0;
function feel() {
    if (!hands || !existsSync(`${hands}/edges`)) return;
    const lines = readFileSync(`${hands}/edges`, "latin1").split("\n").slice(0, -1);
    edges.push(...lines.slice(heard).map((line) => line.split(" ").map(Number)));
    heard = lines.length;
}
function see(...what) { if (hands) appendFileSync(`${hands}/seen`, JSON.stringify(what) + "\n"); }
function there(address) {
    return !hands || address < 0 || readFileSync(`${hands}/addresses`, "latin1").split(/\s+/).includes(String(address));
}
const bench = {
    idle() {
        feel();
        if (edges.length && Date.now() - moved >= HAND) {
            const [pin, level] = edges.shift();
            moved = Date.now();
            levels[pin] = level;
            return EDGE + pin;
        }
        rest();
        listen();
        return cut ? 1 : 0;
    },
    level: (pin) => levels[pin] ?? 1,
    put(pin, value) { see("put", pin, value); },
    lit(pin, data) { see("lit", pin, data); },
    any: () => input.length,
    byte: () => input.shift(),
    write(hex) { put(Buffer.from(hex, "hex")); },
    bus(address, data) {
        if (!there(address)) return false;
        if (data) see("bus", address, data);
        return true;
    },
    cause: () => 1,
    id: () => id,
    dog() {},
    feed() {},
    reset() { again = true; },
};

function load(python, from, to) {
    for (const name of readdirSync(from)) {
        if (statSync(`${from}/${name}`).isDirectory()) {
            python.FS.mkdir(`${to}/${name}`);
            load(python, `${from}/${name}`, `${to}/${name}`);
        } else {
            python.FS.writeFile(`${to}/${name}`, readFileSync(`${from}/${name}`));
        }
    }
}

function keep(python, from, to) {
    for (const name of python.FS.readdir(from)) {
        if (name.startsWith(".")) continue;
        if (python.FS.isDir(python.FS.stat(`${from}/${name}`).mode)) {
            mkdirSync(`${to}/${name}`, { recursive: true });
            keep(python, `${from}/${name}`, `${to}/${name}`);
        } else {
            writeFileSync(`${to}/${name}`, python.FS.readFile(`${from}/${name}`));
        }
    }
}

function console_of(python) {
    python.replInit();
    while (!again && !cut) {
        listen();
        if (!input.length) { rest(); continue; }
        if (RAW_PASTE.every((byte, at) => input[at] === byte)) {
            input.splice(0, RAW_PASTE.length);
            put(Buffer.from([82, 0]));
            continue;
        }
        python.replProcessChar(input.shift());
    }
}

while (!cut) {
    again = false;
    const python = await loadMicroPython({ heapsize: 512 * 1024, linebuffer: false, stdout: (data) => put(Buffer.from(data)) });
    python.registerJsModule("bench", bench);
    for (const made of ["/bench", "/board"]) python.FS.mkdir(made);
    python.FS.writeFile("/bench/machine.py", readFileSync(`${bench_files}/machine.py`));
    python.FS.writeFile("/bench/os.py", readFileSync(`${bench_files}/console_os.py`));
    load(python, folder, "/board");
    python.runPython("import sys\nsys.path.insert(0, '/board')\nsys.path.insert(0, '/bench')\nimport os\nos.chdir('/board')\n");
    if (readdirSync(folder).includes("main.py")) {
        try { python.runPython(MAIN); } catch (error) { if (!cut) put(Buffer.from(error.message)); }
    }
    if (!cut) console_of(python);
    keep(python, "/board", folder);
}
