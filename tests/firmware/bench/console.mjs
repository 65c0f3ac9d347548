// A pod on its USB cable, in real time: MicroPython's own interpreter with the pod's files, its console and its flash.
//
// What comes in over stdin is what comes over the cable. While the firmware runs, that is its line; once it has left its
// loop, it is the console's: the REPL and raw REPL are MicroPython's. Raw paste is answered as not supported, because this
// build would wait for its bytes without ever letting go. The files are those of a folder, written back at every reset.
import { mkdirSync, readFileSync, readSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs";

const [, , interpreter, folder, bench_files, id] = process.argv;
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
const bench = {
    idle() { rest(); listen(); return cut ? 1 : 0; },
    level: () => 1,
    put() {},
    lit() {},
    any: () => input.length,
    byte: () => input.shift(),
    write(hex) { put(Buffer.from(hex, "hex")); },
    bus: () => true,
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
