// As one types, tables that do not have all the words are hidden; so are those that open later.
(() => {
  const find = () => {
    const typed = document.getElementById("find-table")?.value.toLowerCase();
    if (typed === undefined) return;
    const words = typed.split(/\s+/).filter(Boolean);
    for (const card of document.querySelectorAll(".cs-card"))
      card.hidden = !words.every((word) => card.dataset.words.includes(word));
    for (const part of document.querySelectorAll(".cs-book")) part.hidden = !part.querySelector(".cs-card:not([hidden])");
    const none = document.querySelector(".cs-none");
    if (none) none.hidden = !words.length || Boolean(document.querySelector(".cs-card:not([hidden])"));
    for (const chip of document.querySelectorAll("[data-find]"))
      chip.setAttribute("aria-pressed", String(chip.dataset.find.toLowerCase() === typed));
  };
  document.addEventListener("input", (event) => { if (event.target.id === "find-table") find(); });
  new MutationObserver(find).observe(document.documentElement, { childList: true, subtree: true });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest?.("[data-find]");
    if (!chip) return;
    const box = document.getElementById("find-table");
    box.value = chip.getAttribute("aria-pressed") === "true" ? "" : chip.dataset.find;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
