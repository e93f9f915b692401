// A WebSocket of the service that is followed for as long as the page is open: it comes back by itself, with growing pauses.

const PAUSES_MS = [250, 500, 1000, 2000, 4000, 8000];
const NOT_KNOWN = 4401, NOT_ALLOWED = 4403, NO_TABLE = 4404; // as the service closes it for good
const LOST = "The connection is lost. It will come back by itself.";

// `onMessage(message)` for each message; `onState(text)` with what is wrong, or "" when all is well again.
export function follow(path, { onMessage, onState }) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  let tries = 0;
  const open = () => {
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.addEventListener("open", () => socket.send("{}"));
    socket.addEventListener("message", (event) => {
      tries = 0;
      onState("");
      onMessage(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (event.code === NOT_KNOWN) { location.reload(); return; } // which asks to log in again
      if (event.code === NOT_ALLOWED || event.code === NO_TABLE) { onState(event.reason); return; }
      onState(LOST);
      setTimeout(open, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
      tries += 1;
    });
  };
  open();
}

let made = 0;
// An id for something that is sent: the same one again is not done twice.
export const newId = (what) => `${what}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}-${(made += 1)}`;
