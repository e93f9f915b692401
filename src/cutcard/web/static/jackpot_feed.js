// The links of tables with their jackpots, as the service sends them: all at first, then what has changed.
import { follow } from "./feed.js";

// Links with what their meters show by now.
export function withMeters(links, meters) {
  return links.map((link) => (meters[link.link]
    ? { ...link, meters: link.meters.map((one) => ({ ...one, cents: meters[link.link][one.meter] ?? one.cents })) } : link));
}

// One message put into what is known: those that are sent whole take the place of the old ones.
export function merged(known, message) {
  const sent = new Set(message.links.map((link) => link.link));
  const gone = new Set(message.gone);
  const kept = known.filter((link) => !sent.has(link.link) && !gone.has(link.link));
  return withMeters([...kept, ...message.links], message.meters).sort((one, other) => one.link.localeCompare(other.link, undefined, { numeric: true }));
}

// `onLinks(links, now)` with all of them after each message; `onState(text)` with what is wrong, or "".
export function followJackpots({ onLinks, onState }) {
  let links = [];
  follow("/api/jackpots/live", {
    onState,
    onMessage: (message, first) => {
      links = merged(first ? [] : links, message); // the first one has all links
      onLinks(links, message.now);
    },
  });
}
