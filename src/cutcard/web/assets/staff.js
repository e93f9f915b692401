// The staff's page: clicks, forms and keys go to the server as one event each; everything shown comes from there.
(() => {
  const line = () => document.getElementById("line");
  let clicks = 0;
  const send = (said) => emitEvent("cs-act", { id: `${Date.now().toString(36)}-${(clicks += 1)}`, ...said });

  const step = () => {
    const button = document.querySelector("[data-step]");
    if (button && !button.hasAttribute("aria-disabled")) send({ act: "step", moment: button.dataset.step });
  };
  const said = () => {
    const text = line()?.value.trim();
    if (!text) { step(); return; }
    line().value = ""; // so that the next line can be typed at once; one that is refused comes back
    send({ act: "line", text });
  };

  // A line that came back is wholly marked, so that the next one takes its place.
  const back = (text) => {
    if (!line() || line().value) return;
    line().value = text;
    line().select();
  };
  const refused = () => line().value && line().selectionEnd - line().selectionStart === line().value.length;

  // A card from two big buttons: the rank waits for its suit.
  let rank = null;
  const pad = (button) => {
    const { rank: of, suit } = button.dataset;
    for (const chosen of document.querySelectorAll("[data-rank][aria-pressed=true]")) chosen.setAttribute("aria-pressed", "false");
    if (of) { rank = of; button.setAttribute("aria-pressed", "true"); return; }
    if (!rank) return;
    line().value = `${refused() ? "" : line().value.trim()} ${rank}${suit}`.trim();
    rank = null;
  };

  document.addEventListener("click", (event) => {
    if (event.detail > 1) return; // the second half of a double click means nothing more
    const button = event.target.closest?.("[data-step],[data-do],[data-call],[data-rank],[data-suit],[data-line]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const data = button.dataset;
    if (data.step) step();
    else if (data.line) said();
    else if (data.do) send({ act: "open", word: data.do });
    else if (data.call) send({ act: "call", call: data.call, moment: data.moment });
    else pad(button);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-form]");
    if (!form) return;
    event.preventDefault();
    send({ act: "form", word: form.dataset.form, entries: [...new FormData(form)].map(([name, value]) => [name, String(value)]) });
  });

  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === line()) {
      if (event.key === "Enter") { event.preventDefault(); said(); }
      if (event.key === "Escape") line().value = "";
      return;
    }
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === "n") { event.preventDefault(); step(); return; }
    if (event.key === "/" && line()) { event.preventDefault(); line().focus(); return; }
    // What is typed elsewhere is meant for the line, wherever the last click has left the focus.
    if (/^[a-z0-9]$/i.test(event.key)) line()?.focus();
    if (event.key === "Enter" && !event.target.closest("input, button, a, summary")) { event.preventDefault(); step(); }
  });

  globalThis.cutcardStaff = { back };
})();
