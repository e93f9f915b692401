// A tournament as the service sends it: whole at first, then the fields, tables and standings that have changed.
import { follow } from "./feed.js";

function replaced(known, sent, key, order) {
  const by = new Map([...known, ...sent].map((one) => [one[key], one]));
  return (order ?? known.map((one) => one[key])).map((name) => by.get(name)).filter(Boolean);
}

export function merged(known, change) {
  const { tables = [], standings = [], table_names: names, order, ...fields } = change;
  return { ...known, ...fields, tables: replaced(known.tables, tables, "table", names), standings: replaced(known.standings, standings, "number", order) };
}

// `onTournament(tournament, now)` after each message; `onState(text)` with what is wrong, or "".
export function followTournament(name, { onTournament, onState }) {
  let known = null;
  follow(`/api/tournaments/${encodeURIComponent(name)}/live`, {
    onState,
    onMessage: (message) => {
      known = message.tournament ?? merged(known, message.change);
      onTournament(known, message.now);
    },
  });
}
