// A replay as the API gives it, made ready to step through: the table after each step, and the words said by then.

export const PACES = { calm: 1500, normal: 950, quick: 450, instant: 120 };

// The table after a step: fields that changed are replaced, of the boxes only those that did.
export function applied(table, change) {
  const boxes = change.boxes ? table.boxes.map((box) => change.boxes[box.number] ?? box) : table.boxes;
  return { ...table, ...change, boxes };
}

// The table at every moment: first with its wagers down, then after each step.
export function viewsOf(replay) {
  const views = [replay.table];
  for (const step of replay.steps) views.push(applied(views.at(-1), step.change));
  return views;
}

// The moment just before something of a round was done, by the version of its event.
export function momentBefore(replay, version) {
  const at = replay.steps.findIndex((step) => step.version >= version);
  return at < 0 ? replay.steps.length : at;
}
