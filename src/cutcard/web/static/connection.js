// The table's WebSocket: follows the table, comes back by itself with growing pauses, and says in a sentence what is wrong.

const PAUSES_MS = [250, 500, 1000, 2000, 4000, 8000];
const NOT_KNOWN = 4401, NO_TABLE = 4404, TOO_SLOW = 4408, LATER = 1013; // as the service closes it

const LOST = "The connection is lost. It will come back by itself; until then nothing is sent.";
const ENDED = "Your session has ended. Log in again to continue where you were.";
const GONE = "This table no longer exists.";

export class Connection {
  // `onMessage(message)` for each; `onState({ state, text })` with state "connecting", "open", "lost", "ended" or "gone".
  constructor(table, { onMessage, onState }) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/live`;
    this.onMessage = onMessage;
    this.onState = onState;
    this.tries = 0;
    this.timer = 0;
    this.socket = null;
    window.addEventListener("online", () => this.now());
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ show: "steps" })));
    socket.addEventListener("message", (event) => this.hear(socket, event));
    socket.addEventListener("close", (event) => this.closed(socket, event));
  }

  hear(socket, event) {
    if (socket !== this.socket) return;
    const message = JSON.parse(event.data);
    if (message.table) {
      this.tries = 0;
      this.onState({ state: "open", text: "" });
    }
    this.onMessage(message);
  }

  closed(socket, event) {
    if (socket !== this.socket) return;
    this.socket = null;
    if (event.code === NOT_KNOWN) { this.onState({ state: "ended", text: ENDED }); return; }
    if (event.code === NO_TABLE) { this.onState({ state: "gone", text: GONE }); return; }
    const why = event.code === LATER && event.reason ? `${event.reason}. It is tried again by itself.` : LOST;
    if (event.code !== TOO_SLOW || this.tries) this.onState({ state: "lost", text: why[0].toUpperCase() + why.slice(1) });
    const pause = PAUSES_MS[Math.min(this.tries, PAUSES_MS.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2)); // not everybody at once
  }

  // Try at once: the network is back, or somebody looks at the page again.
  now() {
    if (this.socket || !this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.open();
  }
}
