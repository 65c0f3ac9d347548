// The rules of the rival's game, for its server and its pages: a move replaces the tables that it changed.
export const game = {
  name: "evening",
  setup: () => ({ made: 0, order: [], tables: {} }),
  turn: { activePlayers: { all: "playing" }, stages: { playing: {} } },
  moves: {
    play: ({ G }, { order, changed }) => {
      G.order = order;
      for (const table of changed) G.tables[table.key] = table;
      G.made += 1;
    },
  },
};
