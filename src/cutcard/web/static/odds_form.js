// The form that picks a game: book, game, decks, and every option that the book leaves to the casino, all in words.
import { Clause } from "./clause.js";
import { html, useEffect, useId, useState } from "./html.js";

// `options` are pairs of value and words, or triples with the group that they stand under.
export function Choice({ label, value, options, onChange, hint = "" }) {
  const id = useId();
  const shown = ([each, words]) => html`<option key=${each} value=${each} selected=${each === value}>${words}</option>`;
  const groups = [...new Set(options.map(([, , group]) => group))];
  return html`<div class="cc-field"><label for=${id}>${label}</label>
    <select class="cc-select" id=${id} value=${value} onChange=${(event) => onChange(event.target.value)} aria-describedby=${hint ? `${id}-hint` : undefined}>
      ${groups.map((group) => (group ? html`<optgroup key=${group} label=${group}>${options.filter(([, , of]) => of === group).map(shown)}</optgroup>` : options.map(shown)))}
    </select>
    ${hint && html`<p class="cc-small cc-muted" id=${`${id}-hint`}>${hint}</p>`}
  </div>`;
}

// A text field that tells its value when it is left or Enter is pressed.
export function TextField({ label, value, onChange, onInput, inputmode = "text", hint = "", placeholder = "" }) {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return html`<div class="cc-field"><label for=${id}>${label}</label>
    <input class="cc-input" id=${id} type="text" inputmode=${inputmode} autocomplete="off" maxlength="80" placeholder=${placeholder} value=${text} aria-describedby=${hint ? `${id}-hint` : undefined}
      onInput=${(event) => { setText(event.target.value); onInput?.(event.target.value); }} onChange=${(event) => onChange?.(event.target.value)} />
    ${hint && html`<p class="cc-small cc-muted" id=${`${id}-hint`}>${hint}</p>`}
  </div>`;
}

export function GameForm({ books, question, onChange }) {
  const book = books.find((each) => each.id === question.book);
  const game = book.games.find((each) => each.id === question.game);
  const pickBook = (id) => {
    const games = books.find((each) => each.id === id).games;
    const kept = games.some((each) => each.id === question.game) ? question.game : games[0].id;
    onChange({ book: id, game: kept, decks: null, options: {} });
  };
  const pickOption = (option, value) => {
    const options = {};
    for (const each of game.options) { // in the book's order, those as usual left out
      const chosen = each.id === option.id ? value : question.options[each.id] ?? each.usual;
      if (chosen !== each.usual) options[each.id] = chosen;
    }
    onChange({ ...question, options });
  };
  const named = `${book.id}/${game.id}`;
  const [options, setOptions] = useState({ of: "", open: false }); // they stay as they are left, also when all is as usual again
  const open = options.of === named ? options.open : Object.keys(question.options).length > 0;
  const decks = String(question.decks ?? Math.max(...game.decks));
  return html`<div class="odds-form">
    <div class="odds-picks">
      <${Choice} label="Book" value=${question.book} options=${books.map((each) => [each.id, `${each.title}, ${each.edition}`])} onChange=${pickBook} />
      <${Choice} label="Game" value=${question.game} options=${book.games.map((each) => [each.id, each.title])} onChange=${(id) => onChange({ book: book.id, game: id, decks: null, options: {} })} />
      <${Choice} label="Decks" value=${decks} options=${game.decks.map((each) => [String(each), String(each)])} onChange=${(each) => onChange({ ...question, decks: Number(each) })} />
    </div>
    ${game.options.length > 0 && html`<details class="cc-more" key=${named} open=${open} onToggle=${(event) => setOptions({ of: named, open: event.currentTarget.open })}>
      <summary>Options and readings (${game.options.length})</summary>
      <div class="cc-grid">${game.options.map((option) => html`<${OptionField} key=${option.id} book=${book.id} option=${option} value=${question.options[option.id] ?? option.usual} onChange=${(value) => pickOption(option, value)} />`)}</div>
    </details>`}
  </div>`;
}

function OptionField({ book, option, value, onChange }) {
  const control = option.money
    ? html`<${TextField} label=${`${option.title}, dollars or none`} value=${value} inputmode="decimal" onChange=${(text) => onChange(text.trim() || option.usual)} />`
    : html`<${Choice} label=${option.title} value=${value} options=${option.values.map((each) => [each.value, each.usual ? `${each.text} (usual)` : each.text])} onChange=${onChange} />`;
  return html`<div class="odds-option">${control}<p class="cc-small cc-muted">${capital(option.why)} <${Clause} book=${book} clause=${option.clause} /></p></div>`;
}

const capital = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "");
