// WebSockets of the service that are followed for as long as the page is open: they come back by themselves, with growing pauses.

const PAUSES_MS = [250, 500, 1000, 2000, 4000, 8000];
const PATIENCE_MS = 15_000; // for the first message
const AWAY_MS = 20_000; // after nobody has looked at the page for so long, as on a locked phone, its connection may have died unnoticed
const NOT_KNOWN = 4401, NOT_ALLOWED = 4403, NO_TABLE = 4404; // as the service closes it for good
const LOST = "The connection is lost. It will come back by itself.";

export class Feed {
  // `onMessage(message, first)` for each message, `first` after a break; `onClosed(event, tries)` answers whether to come back.
  constructor(path, hello, { onMessage, onClosed }) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.address = `${scheme}://${location.host}${path}`;
    this.hello = JSON.stringify(hello);
    this.onMessage = onMessage;
    this.onClosed = onClosed;
    this.tries = 0;
    this.timer = 0; // until it is tried again
    this.patience = 0;
    this.socket = null;
    this.isOpen = false;
    this.left = 0; // when the page was last looked away from
    window.addEventListener("offline", () => this.drop());
    window.addEventListener("online", () => this.renew());
    document.addEventListener("visibilitychange", () => this.looked());
  }

  open() {
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    this.timer = 0;
    this.patience = setTimeout(() => this.drop(), PATIENCE_MS);
    const socket = new WebSocket(this.address);
    let first = true;
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(this.hello));
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      clearTimeout(this.patience);
      this.tries = 0;
      this.isOpen = true;
      const begins = first;
      first = false;
      this.onMessage(JSON.parse(event.data), begins);
    });
    socket.addEventListener("close", (event) => this.closed(socket, event));
  }

  closed(socket, { code, reason }) {
    if (socket !== this.socket) return;
    clearTimeout(this.patience);
    this.socket = null;
    this.isOpen = false;
    if (!this.onClosed({ code, reason }, this.tries)) return;
    const pause = PAUSES_MS[Math.min(this.tries, PAUSES_MS.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2)); // not everybody at once
  }

  // The network has gone, or nothing comes.
  drop() {
    const { socket } = this;
    if (!socket) return;
    this.closed(socket, { code: 0, reason: "" });
    socket.close();
  }

  // Another connection in place of this one, or now instead of after a pause; what is over for good stays so.
  renew() {
    const old = this.socket;
    if (!old && !this.timer) return;
    this.open();
    old?.close();
  }

  looked() {
    if (document.hidden) this.left = Date.now();
    else if (!this.socket || Date.now() - this.left > AWAY_MS) this.renew();
  }
}

// `onMessage(message, first)` for each message; `onState(text)` with what is wrong, or "" when all is well again.
export function follow(path, { onMessage, onState }) {
  const feed = new Feed(path, {}, {
    onMessage: (message, first) => { onState(""); onMessage(message, first); },
    onClosed: ({ code, reason }) => {
      if (code === NOT_KNOWN) { location.reload(); return false; } // which asks to log in again
      const over = code === NOT_ALLOWED || code === NO_TABLE;
      onState(over ? reason : LOST);
      return !over;
    },
  });
  feed.open();
}

let made = 0;
// An id for something that is sent: the same one again is not done twice.
export const newId = (what) => `${what}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}-${(made += 1)}`;
