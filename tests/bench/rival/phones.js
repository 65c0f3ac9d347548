// Eight clients of the rival's table; from a move to its arrival at the last of them, in milliseconds.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { game } = require("./table.js");

const [port, moves] = process.argv.slice(2).map(Number);
const SEATS = 8;
const WARM = 16;

async function main() {
  const arrived = new Array(SEATS).fill(-1);
  let told = () => {};
  const clients = [];
  for (let seat = 0; seat < SEATS; seat += 1) {
    const multiplayer = SocketIO({ server: `http://localhost:${port}` });
    const client = Client({ game, multiplayer, numPlayers: SEATS, matchID: "table", playerID: String(seat), debug: false });
    client.subscribe((state) => {
      if (state && client.transport.isConnected) arrived[seat] = state.G.written;
      told();
    });
    client.start();
    clients.push(client);
  }
  const all = (written) =>
    new Promise((done) => {
      told = () => arrived.every((has) => has >= written) && done();
      told();
    });
  await all(0);
  const times = [];
  for (let made = 0; made < WARM + moves; made += 1) {
    const seat = made % SEATS;
    const begun = process.hrtime.bigint();
    clients[seat].moves.write(1);
    await all(made + 1);
    // The mover's own copy is ahead of the table's: the others are what counts.
    if (made >= WARM) times.push(Number(process.hrtime.bigint() - begun));
    await new Promise((done) => setTimeout(done, 5));
  }
  process.stdout.write(JSON.stringify(times) + "\n");
  process.exit(0);
}

main().catch((error) => {
  process.stderr.write(`${error}\n`);
  process.exit(1);
});
