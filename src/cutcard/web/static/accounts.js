// The accounts: a list to search, a form for a new one, and a dialog with what can be done to one.
import { del, get, pageData, post } from "./api.js";
import { Dialog } from "./dialog.js";
import { Choice, Field, Form } from "./fields.js";
import { html, render, useState } from "./html.js";
import { Time } from "./time.js";

const SHOWN_MOST = 500;
const given = pageData();
const path = (name) => `/api/accounts/${encodeURIComponent(name)}`;
const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

function NewAccount({ onDone }) {
  const create = async ({ name, role, password }, form) => {
    const [casino, which] = role.split("/");
    const made = await post("/api/accounts", { name: name.trim(), role: which, casino, password });
    form.reset();
    await onDone();
    return `${made.name} can log in`;
  };
  return html`<section class="cc-panel cc-stack account-new"><h2>New account</h2>
    <${Form} onSend=${create} button="Create">
      <${Field} label="Name" name="name" required maxlength="40" autocapitalize="none" spellcheck="false" />
      <p class="cc-small cc-muted">A name that means nothing outside: it stays in every event, and cannot be erased.</p>
      <${Choice} label="Role" name="role" options=${given.choices} />
      <${Field} label="Password" name="password" type="password" required maxlength="200" autocomplete="new-password" />
    <//></section>`;
}

function Changes({ account, onDone, onClose }) {
  const doing = (act, words) => async (fields) => {
    await act(fields);
    await onDone();
    return words;
  };
  const shut = account.disabled_ms !== null;
  const { name } = account;
  return html`<${Dialog} title=${html`Account <bdi>${name}</bdi>`} onClose=${onClose}><div class="account-actions">
    <fieldset>${shut
      ? html`<${Form} key="enable" main=${false} button="Let in again" onSend=${doing(() => post(`${path(name)}/enable`), "They may log in again")} />`
      : html`<p>Suspending logs them out everywhere and keeps them out until they are let in again.</p>
        <${Form} key="disable" main=${false} button="Suspend" onSend=${doing(() => post(`${path(name)}/disable`), "Suspended")} />`}</fieldset>
    <fieldset><${Form} main=${false} button="Set password" onSend=${doing(({ password }) => post(`${path(name)}/password`, { password }), "The password is set, and they are logged out everywhere")}>
      <${Field} label="New password" name="password" type="password" required maxlength="200" autocomplete="new-password" /><//></fieldset>
    <fieldset><${Form} main=${false} button="Log out everywhere" onSend=${doing(() => del(`${path(name)}/tokens`), "They are logged out everywhere")} /></fieldset>
    ${account.codes && html`<fieldset><p>They log in with one-time codes.</p>
      <${Form} main=${false} button="Remove one-time codes" onSend=${doing(() => del(`${path(name)}/second-factor`), "They log in without one-time codes")} /></fieldset>`}
  </div><//>`;
}

function List({ accounts, onChoose }) {
  const [typed, setTyped] = useState("");
  const known = accounts.filter((each) => each.role !== "guest");
  const guests = accounts.length - known.length;
  const found = known.filter((each) => `${each.name} ${given.roles[each.role]} ${each.casino}`.toLowerCase().includes(typed.toLowerCase().trim()));
  const columns = ["Name", ...(onChoose ? ["Change"] : []), "Role", "Casino", "Created", "State", "Created by", "Password by", "One-time codes"];
  const row = (each) => html`<tr key=${each.name} data-account=${each.name}>
    <th scope="row"><bdi>${each.name}</bdi></th>
    ${onChoose && html`<td><button type="button" class="cc-button" aria-label="Change ${each.name}" onClick=${() => onChoose(each.name)}>Change</button></td>`}
    <td>${given.roles[each.role]}</td><td>${capital(each.casino) || "–"}</td>
    <td><${Time} ms=${each.created_ms} seconds=${false} /></td>
    <td>${each.disabled_ms === null ? "open" : html`<b class="account-shut">suspended</b>`}</td>
    <td><bdi>${each.made_by || "–"}</bdi></td><td><bdi>${each.password_by || "–"}</bdi></td><td>${each.codes ? "yes" : "no"}</td></tr>`;
  return html`<section class="cc-panel cc-stack">
    <div class="account-find"><${Field} label="Find an account" type="search" value=${typed} onInput=${(event) => setTyped(event.target.value)} /></div>
    <div class="cc-scroll" tabindex="0" role="region" aria-label="All accounts"><table class="cc-table account-list"><caption>All accounts</caption>
      <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${found.slice(0, SHOWN_MOST).map(row)}</tbody></table></div>
    ${guests > 0 && html`<p class="cc-small cc-muted">And ${guests === 1 ? "1 guest" : `${guests} guests`}.</p>`}
  </section>`;
}

function Log({ log }) {
  const words = (name) => name.replace(/(?<!^)([A-Z])/g, " $1").toLowerCase();
  const more = (event) => ["why", "address", "role"].map((field) => event[field]).filter(Boolean).join(", ");
  const row = (event) => html`<tr key=${event.version}><th scope="row"><${Time} ms=${event.at_ms} /></th><td>${words(event.is)}</td>
    <td><bdi>${event.name || "–"}</bdi></td><td><bdi>${event.by || "–"}</bdi></td><td><bdi>${more(event) || "–"}</bdi></td></tr>`;
  const caption = `What happened to accounts, the last ${given.log_most} events`;
  return html`<section class="cc-panel"><div class="cc-scroll" tabindex="0" role="region" aria-label=${caption}><table class="cc-table"><caption>${caption}</caption>
    <thead><tr>${["When", "What", "Account", "By", "More"].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${[...log.events].reverse().map(row)}</tbody></table></div></section>`;
}

function Accounts() {
  const [shown, setShown] = useState({ accounts: given.accounts, log: given.log });
  const [chosen, setChosen] = useState(null);
  const refresh = async () => {
    const [accounts, log] = await Promise.all([get("/api/accounts"), get(`/api/accounts/log?most=${given.log_most}`)]);
    setShown({ accounts, log });
  };
  const account = shown.accounts.find((each) => each.name === chosen);
  return html`${given.changes && html`<${NewAccount} onDone=${refresh} />`}
    <${List} accounts=${shown.accounts} onChoose=${given.changes ? setChosen : null} />
    <${Log} log=${shown.log} />
    ${account && html`<${Changes} account=${account} onDone=${refresh} onClose=${() => setChosen(null)} />`}`;
}

render(html`<${Accounts} />`, document.getElementById("accounts"));
