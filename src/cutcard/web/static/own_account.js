// One's own account: where one is logged in, another password, one-time codes. Each form calls the API.
import { del, get, pageData, post, put } from "./api.js";
import { Field, Form, Sentence } from "./fields.js";
import { html, render, useState } from "./html.js";
import { Time } from "./time.js";

const secret = { type: "password", maxlength: 200, required: true };

function Sessions({ first }) {
  const [sessions, setSessions] = useState(first);
  const [said, setSaid] = useState({ text: "" });
  const end = async (path, words) => {
    try {
      await del(path);
      setSessions(await get("/api/me/sessions"));
      setSaid({ text: words, kind: "good" });
    } catch (error) {
      setSaid({ text: error.message, kind: "wrong" });
    }
  };
  const row = (each) => html`<tr key=${each.id}>
    <th scope="row"><${Time} ms=${each.issued_ms} seconds=${false} /></th>
    <td><${Time} ms=${each.used_ms} seconds=${false} /></td>
    <td>${each.address || "–"}</td><td class="account-agent"><bdi>${each.agent || "–"}</bdi></td>
    <td>${each.this ? "this one" : html`<button type="button" class="cc-button" onClick=${() => end(`/api/me/sessions/${encodeURIComponent(each.id)}`, "That session has ended")}>End</button>`}</td></tr>`;
  return html`<section class="cc-panel cc-stack">
    <div class="cc-scroll" tabindex="0" role="region" aria-label="Where you are logged in">
      <table class="cc-table account-list"><caption>Where you are logged in</caption>
        <thead><tr>${["Since", "Last used", "Address", "Program", "End"].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${sessions.map(row)}</tbody></table>
    </div>
    ${sessions.length > 1 && html`<div><button type="button" class="cc-button" onClick=${() => end("/api/me/sessions", "You are logged in here only")}>End all others</button></div>`}
    <${Sentence} ...${said} />
  </section>`;
}

function Password({ name }) {
  const send = async ({ old, password }) => {
    await post(`/api/accounts/${encodeURIComponent(name)}/password`, { old, password });
    location.assign("/login?next=/&why=changed"); // every session has ended, this one too
    return "Changed";
  };
  return html`<section class="cc-panel cc-stack"><h2>Change your password</h2>
    <${Form} onSend=${send} button="Change">
      <${Field} label="Current password" name="old" ...${secret} autocomplete="current-password" />
      <${Field} label="New password" name="password" ...${secret} autocomplete="new-password" hint="You will be logged out everywhere; log in again with the new password." />
    <//></section>`;
}

// First a secret, for name and password; it is in use once it comes back with a code that it makes.
function Codes({ name }) {
  const [made, setMade] = useState(null);
  const ask = async (fields) => {
    setMade({ ...fields, ...(await post("/api/second-factor", fields)) });
    return "";
  };
  const use = async ({ code, old_code }) => {
    const { uri: _, ...given } = made;
    await put("/api/second-factor", { ...given, code, old_code });
    location.assign("/login?next=/&why=codes-set");
    return "Set up";
  };
  const digits = { inputmode: "numeric", maxlength: 10 };
  return html`<section class="cc-panel cc-stack"><h2>One-time codes</h2>
    ${made === null ? html`<p>Set up an authenticator app: from then on, you also need a code from it to log in.</p>
      <${Form} key="ask" onSend=${ask} button="Set up">
        <${Field} label="Name" name="name" value=${name} required maxlength="40" autocapitalize="none" autocomplete="username" />
        <${Field} label="Password" name="password" ...${secret} autocomplete="current-password" />
      <//>`
    : html`<p>Enter this secret in an authenticator app, then type a code that the app shows.</p>
      <p class="account-secret"><code>${made.secret}</code></p><p><a href=${made.uri}>Open it in an app on this device</a></p>
      <${Form} key="use" onSend=${use} button="Use these codes">
        <${Field} label="The code that the app shows" name="code" required ...${digits} />
        <${Field} label="A code from your current app (only if you already use codes)" name="old_code" ...${digits} />
      <//>`}
  </section>`;
}

function Account({ name, known, guest, sessions }) {
  return html`${known && html`<${Sessions} first=${sessions} />`}
    ${!guest && html`<div class="account-two">${known && html`<${Password} name=${name} />`}<${Codes} name=${name} /></div>`}`;
}

render(html`<${Account} ...${pageData()} />`, document.getElementById("account"));
