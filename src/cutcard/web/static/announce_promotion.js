// Announcing a promotion: its conditions are a text, begun from an example; every fault in it is said at once.
import { get, pageData, post } from "./api.js";
import { newId } from "./feed.js";
import { html, render, useRef, useState } from "./html.js";
import { Answer, refusalOf } from "./staff_commands.js";

function Announce({ books, first }) {
  const [name, setName] = useState("");
  const [text, setText] = useState(first.text);
  const [said, setSaid] = useState(null);
  const busy = useRef(false);
  const example = useRef(first.text); // what somebody has written themselves is not put aside for another
  const chosen = async (event) => {
    try {
      const { text: other } = await get(`/api/announce-promotion?${new URLSearchParams({ book: event.target.value })}`);
      const before = example.current;
      setText((now) => (now === before ? other : now));
      example.current = other;
      setSaid(null);
    } catch (error) { setSaid(refusalOf(error)); }
  };
  const send = async (event) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      await post("/api/promotions", { id: newId("announce"), promotion: name.trim(), text });
      location.assign(`/staff/promotions/${encodeURIComponent(name.trim())}`);
    } catch (error) { setSaid(refusalOf(error)); } finally { busy.current = false; }
  };
  return html`<form class="cc-panel cc-stack" onSubmit=${send}>
    ${books.length > 1 && html`<div class="cc-field"><label for="promotion-book">The document</label><select class="cc-input" id="promotion-book" onChange=${chosen}>${books.map((book) => html`<option value=${book} selected=${book === first.book}>${book}</option>`)}</select></div>`}
    <div class="cc-field"><label for="promotion-name">A short name, such as summer-draw</label><input class="cc-input" id="promotion-name" required maxlength="64" autocomplete="off" value=${name} onInput=${(event) => setName(event.target.value)} /></div>
    <div class="cc-field"><label for="promotion-text">The conditions. Money in dollars, times with their offset; this example holds every item that the document asks for.</label>
      <textarea class="cc-input promotion-text" id="promotion-text" rows="28" spellcheck="false" required maxlength="40000" value=${text} onInput=${(event) => setText(event.target.value)}></textarea></div>
    <${Answer} said=${said} />
    <div class="cc-row"><button class="cc-button cc-main" type="submit">Announce the promotion</button></div>
  </form>`;
}

render(html`<${Announce} ...${pageData()} />`, document.getElementById("announce"));
