// The same kind of table in boardgame.io: eight numbers, each seat may always write one. In memory, without pages, rules or a disk.
const { Server, Origins } = require("boardgame.io/server");

const GOODS = ["grain", "wine", "oil", "marble", "iron", "gold", "ships", "temples", "scholars", "walls"];
const game = {
  name: "tally",
  setup: ({ ctx }) => ({
    written: 0,
    goods: Array.from({ length: ctx.numPlayers }, () => Object.fromEntries(GOODS.map((good) => [good, 10]))),
  }),
  turn: { activePlayers: { all: "writing" }, stages: { writing: {} } },
  moves: {
    write: ({ G, playerID }, n) => {
      const good = GOODS[G.written % GOODS.length];
      G.goods[Number(playerID)][good] = (G.goods[Number(playerID)][good] + n) % 100;
      G.written += 1;
    },
  },
};

module.exports = { game };

if (require.main === module) {
  const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
  server.run({ port: Number(process.argv[2]), callback: () => process.stdout.write("ready\n") });
  process.stdin.on("data", () => {
    process.stdout.write(JSON.stringify({ processor: process.cpuUsage(), resident: process.memoryUsage().rss }) + "\n");
  });
  process.stdin.on("end", () => process.exit(0));
}
