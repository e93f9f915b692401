// A form that calls the API, with the answer beside it: `forms({ "new-account": async (fields) => "Created." })`, by the form's id.
// A handler gets the fields by name and returns the sentence to show; what it throws is shown in its place.
import { sentence } from "./api.js";

export function forms(handlers) {
  for (const [id, handle] of Object.entries(handlers)) {
    const form = document.getElementById(id);
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      submit(form, handle);
    });
  }
}

async function submit(form, handle) {
  if (form.dataset.busy) return; // a double click acts once
  form.dataset.busy = "yes";
  const fields = Object.fromEntries(new FormData(form).entries());
  try {
    answer(form, await handle(fields, form), "good");
  } catch (error) {
    answer(form, error.message, "wrong");
  } finally {
    delete form.dataset.busy;
  }
}

// Show a sentence in the form's place for answers (`[data-answer]`); an empty one takes the last away.
export function answer(form, text, kind = "told") {
  const place = form.querySelector("[data-answer]");
  if (!place) return;
  place.replaceChildren();
  if (!text) return;
  const line = document.createElement("p");
  line.className = `cc-sentence cc-${kind}`;
  line.textContent = sentence(text);
  place.append(line);
}
