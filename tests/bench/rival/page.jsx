// A phone of the rival: every table that the others show, drawn by React.
import React from "react";
import { createRoot } from "react-dom/client";
import { Client } from "boardgame.io/react";
import { SocketIO } from "boardgame.io/multiplayer";
import { game } from "./table.js";

const COLOURS = ["", "#b3261e", "#1d5fa8", "#2e7d32", "#b28704", "#6a3d9a", "#37474f", "#c2571a", "#00796b"];
const seatColour = (seat) => (seat ? { borderLeft: `4px solid ${COLOURS[seat]}` } : undefined);
const shown = (value) => (value === null || value === undefined ? "–" : value);

const Ledger = ({ columns, rows }) => (
  <table>
    <thead><tr><th /> {columns.map((column, at) => <th key={at}>{column.label}</th>)}</tr></thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={at} style={seatColour(row.seat)}>
          <th>{row.label || (row.seat ? `Seat ${row.seat}` : "")}</th>
          {row.cells.map((cell, place) => <td key={place}>{shown(cell)}</td>)}
        </tr>
      ))}
    </tbody>
  </table>
);
const Spaces = ({ spaces, tokens, centre }) => (
  <ol>
    {centre && <li>{centre}</li>}
    {spaces.map((space) => (
      <li key={space.key}>
        {space.label || space.key} {space.note}
        {tokens.filter((token) => token.at === space.key).map((token, at) => (
          <b key={at} style={seatColour(token.seat)}>{token.label || token.icon || "●"}</b>
        ))}
      </li>
    ))}
  </ol>
);
const Grid = ({ width, cells, legend }) => (
  <>
    <div className="grid" style={{ gridTemplateColumns: `repeat(${width}, 1fr)` }}>
      {cells.map((cell) => (
        <span key={`${cell.x},${cell.y}`} style={{ gridColumn: cell.x + 1, gridRow: cell.y + 1, background: COLOURS[cell.seat] }}>
          {cell.label || cell.icon}
        </span>
      ))}
    </div>
    <ul>{legend.map((entry) => <li key={entry.key}>{entry.label}</li>)}</ul>
  </>
);
const Hand = ({ cards, hidden }) => (
  <ul>
    {cards.map((card) => <li key={card.key}><b>{card.title}</b> {card.lines.join(" ")}</li>)}
    {hidden > 0 && <li>{hidden} hidden</li>}
  </ul>
);
const Meter = ({ bars }) => (
  <ul>
    {bars.map((bar, at) => (
      <li key={at} style={seatColour(bar.seat)}>
        {bar.label} <progress value={bar.value || 0} max={bar.top} /> {shown(bar.value)}/{bar.top}
      </li>
    ))}
  </ul>
);
const Note = ({ lines }) => <>{lines.map((line, at) => <p key={at}>{line}</p>)}</>;
const KINDS = { ledger: Ledger, track: Spaces, rondel: Spaces, grid: Grid, hand: Hand, meter: Meter, note: Note };

function Board({ G, moves }) {
  window.play = moves.play;
  return (
    <main data-version={G.made}>
      {G.order.map((key) => {
        const table = G.tables[key];
        const Kind = KINDS[table.kind];
        return <section key={table.key}><h2>{table.title}</h2><Kind {...table} /></section>;
      })}
    </main>
  );
}

const { search } = window.location;
const seat = new URLSearchParams(search).get("seat");
const Phone = Client({ game, board: Board, numPlayers: 4, debug: false, multiplayer: SocketIO({ server: document.body.dataset.server }) });
createRoot(document.getElementById("root")).render(<Phone matchID="table" playerID={seat} />);
