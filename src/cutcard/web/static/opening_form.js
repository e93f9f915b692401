// What forms have in common that open or announce something: another choice fetches the form again, and it is sent once at a time.
import { get, post } from "./api.js";
import { newId } from "./feed.js";
import { entriesOf } from "./form_fields.js";
import { useRef, useState } from "./html.js";
import { refusalOf } from "./staff_commands.js";

// `address` of the form, with `query(entries, event)` for the choices; `to` takes the entries; `page(entries)` shows what was opened.
export function useOpeningForm(first, { address, query, to, id, page }) {
  const [form, setForm] = useState(first);
  const [answer, setAnswer] = useState(null);
  const [fetched, setFetched] = useState(0); // how often: a part of keys, so that inputs begin again
  const element = useRef(null);
  const busy = useRef(false);
  const choose = async (event) => {
    try {
      setForm(await get(`${address}?${new URLSearchParams(query(entriesOf(element.current), event))}`));
      setFetched((count) => count + 1);
      setAnswer(null);
    } catch (error) { setAnswer(refusalOf(error)); }
  };
  const send = async (event) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const entries = entriesOf(element.current);
    try {
      await post(to, { id: newId(id), entries });
      location.assign(page(entries));
    } catch (error) { setAnswer(refusalOf(error)); } finally { busy.current = false; }
  };
  return { form, answer, fetched, element, choose, send };
}
