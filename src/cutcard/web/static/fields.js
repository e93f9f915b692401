// Parts of forms that call the API: a field with its label, and a form that shows the answer beside its button.
import { sentence } from "./api.js";
import { html, useId, useState } from "./html.js";

export function Field({ label, hint = "", ...attributes }) {
  const id = useId();
  return html`<div class="cc-field"><label for=${id}>${label}</label>
    <input class="cc-input" id=${id} autocomplete="off" aria-describedby=${hint ? `${id}-hint` : undefined} ...${attributes} />
    ${hint && html`<p class="cc-small cc-muted" id="${id}-hint">${hint}</p>`}</div>`;
}

export function Choice({ label, options, ...attributes }) {
  const id = useId();
  return html`<div class="cc-field"><label for=${id}>${label}</label>
    <select class="cc-select" id=${id} ...${attributes}>${options.map(([value, words]) => html`<option value=${value}>${words}</option>`)}</select></div>`;
}

export function Sentence({ text, kind = "told" }) {
  return text ? html`<p class="cc-sentence cc-${kind}" role=${kind === "wrong" ? "alert" : "status"}>${sentence(text)}</p>` : null;
}

// `onSend(fields, form)` returns the sentence to show; what it throws is shown in its place. A double click acts once. What may take
// long says so `meanwhile`.
export function Form({ onSend, button, main = true, className = "cc-stack", meanwhile = "", children }) {
  const [answer, setAnswer] = useState({ text: "", kind: "told" });
  const [busy, setBusy] = useState(false);
  const send = async (event) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setBusy(true);
    setAnswer({ text: meanwhile, kind: "told" });
    try {
      setAnswer({ text: await onSend(Object.fromEntries(new FormData(form).entries()), form), kind: "good" });
    } catch (error) {
      setAnswer({ text: error.message, kind: "wrong" });
    } finally {
      setBusy(false);
    }
  };
  return html`<form class=${className} onSubmit=${send}>${children}
    <div class="cc-row"><button class="cc-button ${main ? "cc-main" : ""}" type="submit" aria-disabled=${busy}>${button}</button></div>
    <${Sentence} ...${answer} /></form>`;
}
