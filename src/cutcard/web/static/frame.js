// Theme and motion: what the person chose, kept in the browser; until then what the system says.
// A plain script in the head, not a module: it runs before anything is drawn, so that no page flashes in the wrong theme.
(() => {
  const root = document.documentElement;
  const asks = { theme: matchMedia("(prefers-color-scheme: dark)"), motion: matchMedia("(prefers-reduced-motion: reduce)") };
  const states = { theme: ["system", "light", "dark"], motion: ["on", "off"] };
  const memory = {}; // private windows may keep nothing

  const kept = (what) => {
    let value = memory[what];
    try { value = localStorage.getItem(`cutcard-${what}`) ?? value; } catch { /* refused */ }
    return states[what].includes(value) ? value : null;
  };
  const keep = (what, value) => {
    memory[what] = value;
    try { localStorage.setItem(`cutcard-${what}`, value); } catch { /* refused: this page remembers */ }
    window.dispatchEvent(new CustomEvent("cutcard-pref", { detail: { name: what, value } }));
  };
  const chosen = (what) => kept(what) ?? (what === "theme" ? "system" : asks.motion.matches ? "off" : "on");

  const show = () => {
    const theme = chosen("theme");
    root.dataset.theme = theme === "system" ? (asks.theme.matches ? "dark" : "light") : theme;
    root.dataset.themeChosen = theme;
    root.dataset.motion = chosen("motion");
    for (const button of document.querySelectorAll("[data-toggle]")) label(button);
  };
  const label = (button) => {
    const what = button.dataset.toggle;
    const value = chosen(what);
    const said = what === "theme" ? `Theme: ${value === "system" ? "as the system" : value}` : `Motion: ${value}`;
    if (button.title === said) return;
    button.title = said;
    button.setAttribute("aria-label", said);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-toggle]");
    if (!button) return;
    const all = states[button.dataset.toggle];
    keep(button.dataset.toggle, all[(all.indexOf(chosen(button.dataset.toggle)) + 1) % all.length]);
    show();
  });
  for (const ask of Object.values(asks)) ask.addEventListener("change", show);
  window.addEventListener("storage", show);
  window.addEventListener("cutcard-pref", show);
  document.addEventListener("DOMContentLoaded", show);
  show();

  // A login that has ended while the page was open: said at the top, with the way back to where one was.
  window.addEventListener("cutcard-logged-out", () => {
    const told = document.getElementById("logged-out");
    if (!told || !root.dataset.loggedIn) return;
    told.hidden = false;
    const way = told.querySelector("a");
    way.href = `/login?why=expired&next=${encodeURIComponent(location.pathname + location.search)}`;
  });
})();
