// Theme and motion: what the person chose, kept in the browser; until then what the system says.
// Runs before anything is drawn, so that no page flashes in the wrong theme.
(() => {
  const root = document.documentElement;
  const asks = { theme: matchMedia("(prefers-color-scheme: dark)"), motion: matchMedia("(prefers-reduced-motion: reduce)") };
  const states = { theme: ["system", "light", "dark"], motion: ["on", "off"] };

  const kept = (what) => {
    try {
      const value = localStorage.getItem(`cutcard-${what}`);
      return states[what].includes(value) ? value : null;
    } catch { return null; }
  };
  const keep = (what, value) => {
    try { localStorage.setItem(`cutcard-${what}`, value); } catch { /* private windows may refuse */ }
  };
  const chosen = (what) => kept(what) ?? (what === "theme" ? "system" : asks.motion.matches ? "off" : "on");

  const show = () => {
    const theme = chosen("theme");
    root.dataset.theme = theme === "system" ? (asks.theme.matches ? "dark" : "light") : theme;
    root.dataset.themeChosen = theme;
    root.dataset.motion = chosen("motion");
    globalThis.Quasar?.Dark?.set(root.dataset.theme === "dark");
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
    const what = button.dataset.toggle;
    const all = states[what];
    keep(what, all[(all.indexOf(chosen(what)) + 1) % all.length]);
    show();
    window.dispatchEvent(new CustomEvent("cutcard-look"));
  });
  for (const ask of Object.values(asks)) ask.addEventListener("change", show);
  window.addEventListener("storage", show);
  // The page is drawn later by Vue: give the buttons their words, and Quasar its theme, once they are there.
  new MutationObserver((_, observer) => {
    if (!document.querySelector("[data-toggle]") || !globalThis.Quasar) return;
    observer.disconnect();
    document.getElementById("popup")?.setAttribute("role", "alert"); // that the connection is lost is read aloud too
    show();
  }).observe(root, { childList: true, subtree: true });
  show();

  globalThis.cutcard = { ...globalThis.cutcard, moves: () => root.dataset.motion !== "off" };
})();
