// The inputs of a form that the service describes field by field; nothing here knows any command.
import { html, useId, useState } from "./html.js";

// A field for which another one says what there is: without choices that do not fit there, or not asked at all.
function fitting(field, fields, chosen) {
  const other = field.depends_on && fields.find((one) => one.name === field.depends_on);
  if (!other) return field;
  const value = chosen[other.name] ?? (other.value || other.choices[0]?.value);
  if (field.only_for.length && !field.only_for.includes(value)) return null;
  return { ...field, choices: field.choices.filter((choice) => !choice.only_for.length || choice.only_for.includes(value)) };
}

function Input({ field, onChange }) {
  const id = useId();
  const hint = field.hint ? `${id}-hint` : undefined;
  const list = field.suggestions.length ? `${id}-list` : undefined;
  if (field.kind === "check") {
    return html`<div class="cc-check"><input type="checkbox" id=${id} name=${field.name} value="yes" defaultChecked=${Boolean(field.value)} onChange=${onChange} />
      <label for=${id}>${field.label}</label></div>`;
  }
  if (field.kind === "choice") {
    return html`<div class="cc-field"><label for=${id}>${field.label}</label>
      <select class="cc-select" id=${id} name=${field.name} onChange=${onChange}>${field.choices.map((choice) => html`
        <option value=${choice.value} selected=${choice.value === field.value}>${choice.label}</option>`)}</select></div>`;
  }
  const mode = { money: "decimal", number: "numeric" }[field.kind] ?? "text";
  return html`<div class="cc-field"><label for=${id}>${field.label}</label>
    <input class="cc-input" id=${id} name=${field.name} defaultValue=${field.value} inputmode=${mode} maxlength=${field.max_length} required=${field.required}
      list=${list} autocomplete="off" autocapitalize="none" spellcheck=${false} aria-describedby=${hint} onChange=${onChange} />
    ${list && html`<datalist id=${list}>${field.suggestions.map((each) => html`<option value=${each}></option>`)}</datalist>`}
    ${hint && html`<p class="cc-small cc-muted" id=${hint}>${field.hint}</p>`}</div>`;
}

// All inputs, those of one group in a fieldset of their own.
export function Inputs({ fields, onChange }) {
  const [chosen, setChosen] = useState({});
  const choose = (event) => {
    if (event.target.tagName === "SELECT") setChosen((was) => ({ ...was, [event.target.name]: event.target.value }));
    onChange?.(event);
  };
  const parts = [];
  for (const field of fields.map((one) => fitting(one, fields, chosen)).filter(Boolean)) {
    const last = parts.at(-1);
    if (last && last.group === field.group) last.fields.push(field);
    else parts.push({ group: field.group, fields: [field] });
  }
  return parts.map((part) => {
    const inputs = part.fields.map((field) => html`<${Input} key=${field.name} field=${field} onChange=${choose} />`);
    return part.group ? html`<fieldset class="form-group"><legend>${part.group}</legend><div class="form-inputs">${inputs}</div></fieldset>`
      : html`<div class="form-inputs">${inputs}</div>`;
  });
}

// What was filled in, by name; what is not ticked is missing.
export const entriesOf = (form) => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
