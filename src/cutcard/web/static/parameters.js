// The rules of a game: another game is shown when it is chosen, and a search leaves the rows that have its words.
const by = (id) => document.getElementById(id);
const rows = [...document.querySelectorAll(".cc-rules tbody tr")].map((row) => ({ row, text: row.textContent.toLowerCase() }));
const groups = [...document.querySelectorAll(".cc-group")];

function filter() {
  const words = by("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { row, text } of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    found += !row.hidden;
  }
  for (const group of groups) group.hidden = !group.querySelector(".cc-rules tbody tr:not([hidden])");
  by("found").textContent = words.length ? `${found} of ${rows.length} rules` : `${rows.length} rules`;
}

by("game").addEventListener("change", () => by("search").submit());
by("find").addEventListener("input", filter);
by("find").addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, select, textarea")) return;
  event.preventDefault();
  by("find").focus();
});
filter();
