// The register of players for those who keep it: found by name, taken in, and how each stands at a glance.
import { get, pageData, post, sentence } from "./api.js";
import { newId } from "./feed.js";
import { Choice, Field, Form, Sentence } from "./fields.js";
import { html, render, useState } from "./html.js";
import { STATUSES } from "./player_words.js";

const page = (name) => `/staff/players/${encodeURIComponent(name)}`;

function Row({ one }) {
  return html`<tr data-player=${one.player}><th scope="row"><a href=${page(one.player)}><bdi>${one.player}</bdi></a></th>
    <td>${one.status ? html`<span class="cc-tag">${STATUSES[one.status]}</span> <small class="cc-muted">${one.card}</small>` : "no card"}</td>
    <td>${one.tables.map((name, at) => html`${at ? ", " : ""}<a href="/staff/${encodeURIComponent(name)}"><bdi>${name}</bdi></a>`)}</td>
    <td class="number">${one.limits || "–"}</td><td>${one.excluded ? html`<span class="players-out">excluded</span>` : one.stopped && sentence(one.stopped)}</td><td class="number">${one.due || "–"}</td></tr>`;
}

function Players({ first }) {
  const [shown, setShown] = useState(first);
  const [wrong, setWrong] = useState("");
  const find = async (event) => {
    const words = event.target.value.trim();
    try { setShown(await get(`/api/players?find=${encodeURIComponent(words)}`)); setWrong(""); } catch (error) { setWrong(error.message); }
  };
  const register = async ({ player, book }) => {
    await post("/api/players", { id: newId("register"), player: player.trim(), book });
    location.assign(page(player.trim()));
    return "Registered";
  };
  const { players, books } = shown;
  return html`<section class="cc-panel"><div class="cc-field"><label for="find-player">Find a player: their name begins with</label><input class="cc-input" id="find-player" type="search" autocomplete="off" autocapitalize="none" maxlength="64" onInput=${find} /></div>
      <${Sentence} text=${wrong} kind="wrong" />
      ${players.length ? html`<div class="cc-scroll" tabindex="0" role="region" aria-label="Players"><table class="cc-table"><thead><tr><th scope="col">Player</th><th scope="col">Card</th><th scope="col">At</th><th scope="col" class="number">Limits</th><th scope="col">May not play</th><th scope="col" class="number">Due</th></tr></thead>
        <tbody>${players.map((one) => html`<${Row} key=${one.player} one=${one} />`)}</tbody></table></div>` : html`<p role="status">No player of this name is in the register.</p>`}
      ${shown.more && html`<p class="cc-small cc-muted">There are more: type the beginning of a name.</p>`}</section>
    ${books.length > 0 && html`<section class="cc-panel"><h2>Register a player</h2><${Form} onSend=${register} button="Register" className="players-form">
      <${Field} label="Name of the account" name="player" required maxlength="64" autocapitalize="none" /><${Choice} label="Under" name="book" options=${books.map((one) => [one.book, one.title])} /><//></section>`}`;
}

render(html`<${Players} first=${pageData()} />`, document.getElementById("players"));
