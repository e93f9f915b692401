// Strategy charts: point at a cell, or walk with the arrow keys, and the line below says what each choice is worth.
(() => {
  const say = (cell) => {
    const line = cell.closest(".cc-charts")?.nextElementSibling;
    if (line?.classList.contains("cc-says")) line.textContent = cell.dataset.says;
  };
  const cellOf = (event) => event.target.closest?.("[data-grid] td[data-says]");

  document.addEventListener("pointerover", (event) => { const cell = cellOf(event); if (cell) say(cell); });
  document.addEventListener("click", (event) => { const cell = cellOf(event); if (cell) say(cell); });
  document.addEventListener("focusin", (event) => { const cell = cellOf(event); if (cell) say(cell); });

  // Figures follow the window's width. NiceGUI's own way watches a figure that may be gone before it is drawn.
  let waiting;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const figures = [...document.querySelectorAll(".js-plotly-plot")].filter((each) => each.data && each.offsetParent);
      if (!figures.length) return;
      const { Plotly } = await import("nicegui-plotly");
      for (const each of figures) if (each.isConnected) Plotly.Plots.resize(each);
    }, 120);
  });

  // One cell of each chart can be reached with Tab; the others from there.
  const enter = (root) => {
    for (const grid of root.querySelectorAll("[data-grid]:not([data-ready])")) {
      grid.dataset.ready = "";
      const first = grid.querySelector("td[data-says]");
      if (first) first.tabIndex = 0;
    }
  };
  new MutationObserver(() => enter(document)).observe(document.body, { childList: true, subtree: true });
  enter(document);

  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  document.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    const step = steps[event.key];
    if (!cell || !step) return;
    event.preventDefault();
    const rows = [...cell.closest("table").rows];
    let [row, column] = [rows.indexOf(cell.parentElement) + step[0], cell.cellIndex + step[1]];
    for (; rows[row]?.cells[column]; row += step[0], column += step[1]) {
      const next = rows[row].cells[column];
      if (!next.dataset.says) continue;
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
      return;
    }
  });
})();
