// The rival's server, in memory, and its page beside it: node server.cjs PORT PORT-OF-THE-PAGE.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { Server } from "boardgame.io/server";
import { game } from "./table.js";

const [port, pagePort] = process.argv.slice(2).map(Number);
const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
<body data-server="http://127.0.0.1:${port}"><div id="root"></div><script src="/page.js"></script></body></html>`;
const FILES = { "/page.js": "text/javascript", "/page.css": "text/css" };

createServer(async ({ url }, reply) => {
  const type = FILES[url];
  reply.setHeader("Content-Type", type || "text/html");
  reply.end(type ? await readFile(`.${url}`) : PAGE);
}).listen(pagePort, "127.0.0.1");
Server({ games: [game], origins: [`http://127.0.0.1:${pagePort}`] }).run({ port, callback: () => process.stdout.write("ready\n") });
