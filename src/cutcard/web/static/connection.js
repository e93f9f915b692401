// The table's WebSocket: follows the table, and says in a sentence what is wrong.
import { Feed } from "./feed.js";

const NOT_KNOWN = 4401, NO_TABLE = 4404, TOO_SLOW = 4408, LATER = 1013; // as the service closes it

const LOST = "The connection is lost. It will come back by itself; until then nothing is sent.";
const ENDED = "Your session has ended. Log in again to continue where you were.";
const GONE = "This table no longer exists.";

export class Connection {
  // `onMessage(message)` for each; `onState({ state, text })` with state "connecting", "open", "lost", "ended" or "gone".
  constructor(table, { onMessage, onState }) {
    this.onState = onState;
    this.feed = new Feed(`/api/tables/${encodeURIComponent(table)}/live`, { show: "steps" }, {
      onMessage: (message) => {
        if (message.table) onState({ state: "open", text: "" });
        onMessage(message);
      },
      onClosed: (event, tries) => this.closed(event, tries),
    });
  }

  get isOpen() { return this.feed.isOpen; }

  open() { this.feed.open(); }

  closed({ code, reason }, tries) {
    if (code === NOT_KNOWN) { this.onState({ state: "ended", text: ENDED }); return false; }
    if (code === NO_TABLE) { this.onState({ state: "gone", text: GONE }); return false; }
    const why = code === LATER && reason ? `${reason}. It is tried again by itself.` : LOST;
    if (code !== TOO_SLOW || tries) this.onState({ state: "lost", text: why[0].toUpperCase() + why.slice(1) });
    return true;
  }
}
