// What is left of the viewer's own limits, at the table: read again after each round. Nobody else is told.
import { get } from "./api.js";
import { html, useEffect, useState } from "./html.js";
import { amount } from "./player_words.js";

const WORDS = { loss: "to lose", deposit: "to buy chips for", time: "to play" };
// Refusals that come from the register of players: the viewer's own page says more.
const OF_THE_REGISTER = /^(loss-limit|deposit-limit|time-limit-reached|player-card-needed|card-without-document|player-excluded|player-on-break|player-suspended|player-stopped|limits-are-reset|limits-not-chosen|played-too-long)$/;

export const isOfTheRegister = (notice) => OF_THE_REGISTER.test(notice?.code ?? "");

export function LimitsLeft({ model }) {
  const [limits, setLimits] = useState([]);
  const rounds = model.desk.session?.rounds ?? 0;
  const refused = isOfTheRegister(model.notice);
  useEffect(() => {
    if (!model.limited) return undefined;
    let gone = false;
    get("/api/players/me").then(({ player }) => { if (!gone) setLimits(player.limits); }, () => {});
    return () => { gone = true; };
  }, [rounds, refused]);
  const here = model.view.play_money ? "play" : "aud";
  const shown = limits.map((limit) => ({ limit, one: limit.left.find((each) => each.currency === here || each.currency === "") })).filter(({ one }) => one);
  if (!shown.length) return null;
  return html`<p class="hint" id="limits-left"><a href="/me">Your limits</a>: ${shown.map(({ limit, one }, at) => html`${at ? ", " : ""}${amount(limit.kind, one.left)} left ${WORDS[limit.kind]} this ${limit.period}`)}</p>`;
}
