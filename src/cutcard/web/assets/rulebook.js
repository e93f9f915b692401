// The rulebook page: search as one types, tabs, and addresses that end in a clause's number.
(() => {
  const by = (id) => document.getElementById(id);
  const tabs = ["clauses", "parameters"];
  let texts = new WeakMap();

  const textOf = (element) => {
    let text = texts.get(element);
    if (text === undefined) texts.set(element, (text = element.textContent.toLowerCase().replaceAll("_", " ")));
    return text;
  };
  // A word that begins with a digit is a clause's number, and finds what stands under it; any other is found anywhere.
  const fits = (element, words) => words.every((word) =>
    /^\d/.test(word) && element.dataset.clause?.toLowerCase().startsWith(word) || textOf(element).includes(word.replaceAll("_", " ")));

  const filter = () => {
    const words = by("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const open = tabs.find((name) => !by(name)?.hidden);
    const [topic, duty, tested] = ["topic", "duty", "tested"].map((id) => by(id).value);
    let found = 0, all = 0;
    if (open === "clauses") {
      for (const entry of document.querySelectorAll("#clauses .cc-entry")) {
        const { topic: about, duty: how, shown } = entry.dataset;
        const here = (!topic || about === topic) && (!duty || how === duty)
          && (!tested || (tested === "yes") === (shown !== "0")) && fits(entry, words);
        entry.hidden = !here;
        found += here; all += 1;
      }
    } else {
      for (const group of document.querySelectorAll("#parameters .cc-group")) {
        const named = words.length > 0 && words.every((word) => group.querySelector("h2").textContent.toLowerCase().includes(word));
        let some = 0;
        for (const row of group.querySelectorAll("tbody tr")) {
          const here = named || fits(row, words);
          row.hidden = !here;
          some += here; all += 1;
        }
        for (const table of group.querySelectorAll("table")) table.parentElement.hidden = !table.querySelector("tbody tr:not([hidden])");
        group.hidden = !some;
        found += some;
      }
    }
    by("found").textContent = found === all ? `${all} ${open}` : `${found} of ${all} ${open}`;
  };

  const show = (name) => {
    for (const each of tabs) {
      by(each).hidden = each !== name;
      const tab = by(`tab-${each}`);
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
    }
    for (const field of document.querySelectorAll("[data-for]")) field.hidden = field.dataset.for !== name;
    filter();
  };

  const goTo = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    const entry = name && by(name);
    if (!entry || !entry.matches(".cc-entry")) return;
    by("find").value = "";
    for (const id of ["topic", "duty", "tested"]) by(id).value = "";
    show("clauses");
    for (const marked of document.querySelectorAll(".cc-marked")) marked.classList.remove("cc-marked");
    entry.classList.add("cc-marked");
    entry.tabIndex = -1;
    entry.scrollIntoView({ block: "center" });
    entry.focus({ preventScroll: true });
  };

  const start = () => {
    by("find").addEventListener("input", filter);
    for (const id of ["topic", "duty", "tested"]) by(id).addEventListener("change", filter);
    for (const name of tabs) by(`tab-${name}`).addEventListener("click", () => show(name));
    document.querySelector(".cc-tabs").addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      const next = by("clauses").hidden ? "clauses" : "parameters";
      show(next);
      by(`tab-${next}`).focus();
    });
    window.addEventListener("hashchange", goTo);
    // another game's parameters have come: what was typed holds for them too
    new MutationObserver(() => { texts = new WeakMap(); filter(); }).observe(document.querySelector(".cc-groups"), { childList: true });
    show(new URLSearchParams(location.search).has("game") ? "parameters" : "clauses");
    goTo();
  };
  // Vue draws the page after this script has come, on a slow machine long after.
  const drawn = () => by("find") && document.querySelector("#clauses .cc-entry") && document.querySelector(".cc-groups > *");
  const waiting = new MutationObserver(() => begin());
  const begin = () => { if (drawn()) { waiting.disconnect(); start(); } };
  waiting.observe(document.documentElement, { childList: true, subtree: true });
  begin();
})();
