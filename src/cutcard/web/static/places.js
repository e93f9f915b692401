// Where everything is on the felt, for the space there is: on an arc, or on a phone held upright in rows with the viewer's
// own box large below. Lengths are CSS pixels at the smallest size of a layout, and grow with a larger screen.

// The least size at which a layout is drawn one to one, how high its ends rise, and how large its parts are.
const LAYOUTS = {
  wide: { width: 1240, height: 450, least: [860, 320], rise: 0.26, round: 32, card: 0.84, dealer: 0.82, below: 44, tilt: 7, grow: 0.35, own: 1, lines: [19, 13, 13], gap: 19, sag: 26 },
  tall: { width: 700, height: 500, least: [600, 330], rise: 0.16, round: 28, card: 0.9, dealer: 0.9, below: 42, tilt: 0, grow: 0.7, own: 1.3, lines: [17, 12.5, 12.5], gap: 19, sag: 26 },
  short: { width: 500, height: 268, least: [440, 236], rise: 0.1, round: 23, card: 0.66, dealer: 0.62, below: 18, tilt: 0, grow: 0.7, own: 1.5, lines: [12.5, 11, 11], gap: 14, sag: 0 },
  phone: { width: 360, height: 430, least: [320, 366], bare: 264, lines: [13, 11, 11], gap: 14, sag: 6 },
};
const EDGE = 9; // of wood around the cloth
const SPOT = 44.5; // from one side bet's spot to the next, so that each can be touched
const NARROWEST = 46; // a box that can be touched
const SMALL = 25; // a circle up to this radius has short words only

// Which layout suits a space that nobody has chosen one for: one that need not be made smaller, if there is one.
export function layoutFor(width, height) {
  if (width < 560 && height >= width) return "phone";
  const wanted = height < 380 ? "short" : width > height * 1.45 ? "wide" : "tall";
  const fits = (name) => width >= LAYOUTS[name].least[0] && height >= LAYOUTS[name].least[1];
  return [wanted, "tall", "short", "phone"].find(fits) ?? wanted;
}

// `boxes` is [{number, hands, own}], in order; `printed` is how many lines are on the cloth; `bare` that no card lies there.
export function places(size, width, height, boxes, sideBets, printed, bare) {
  const layout = LAYOUTS[size];
  const lowest = bare && layout.bare ? layout.bare : layout.least[1];
  const wanted = Math.max(1, Math.min(width / layout.width, height / layout.height));
  const scale = Math.min(wanted, width / layout.least[0], height / lowest);
  const W = width / scale, H = height / scale;
  const own = boxes.filter((box) => box.own);
  const placed = size === "phone" ? phone(W, H, boxes, own, sideBets, printed, bare) : arc(layout, W, H, boxes, sideBets, printed);
  return { size, width: W, height: H, scale, ...placed };
}

// ------------------------------------------------------------------------------------------------------------- the arc

function arc(layout, W, H, boxes, sideBets, printed) {
  const low = layout.below < 20; // no room below a circle for more than one line
  const rise = layout.rise * H, edge = EDGE + 5;
  const extra = Math.min(1.3, Math.max(1, H / layout.height)), less = Math.min(1, H / layout.height) ** 2;
  const round = layout.round;
  const [slots, rows] = shares(layout, W - 2 * edge, boxes, sideBets);
  const lowest = H - edge - layout.below - (low && rows > 1 ? Math.max(round, SPOT - layout.below + 6) : round);
  const curve = (x) => lowest - rise * ((x - W / 2) / (W / 2)) ** 2;
  const dealer = layout.dealer * extra * less;
  const dealt = EDGE + 7 + 90 * dealer;
  const side = Math.min(196, W * 0.235), shoe = Math.min(116, side);
  const foot = lowest + round + layout.below;
  const words = lines(layout, W / 2, dealt + (low ? 14 : 30 + 14 * less), low ? W * 0.84 : Math.min(W * 0.56, 660));
  const sign = { x: EDGE + 10, y: EDGE + 8, width: side, high: low ? H * 0.27 : Math.min(130, H * 0.245) };
  const ceiling = (x, wide) => (Math.abs(x - W / 2) < Math.min(words[0].wide, 660) * 0.36 + wide / 2 ? words[printed - 1].y + layout.sag / 2 + 5 : sign.y + sign.high + 2);
  const found = new Map();
  let left = edge;
  boxes.forEach((box, at) => {
    found.set(box.number, arcBox(layout, box, left + slots[at] / 2, slots[at], curve, W, sideBets, extra, ceiling));
    left += slots[at];
  });
  evened([...found.values()].filter((place) => !place.own));
  return {
    boxes: found,
    edge: rim(W, foot - rise, foot + EDGE, 0),
    cloth: rim(W, foot - rise - 4, foot, EDGE),
    dealer: { x: W / 2, bottom: dealt, scale: dealer, spread: W - 2 * side - 130, aside: low },
    lines: words,
    sign,
    shoe: { x: W - EDGE - 10 - shoe, y: EDGE + 8, width: shoe },
    rack: low && W < 640 ? null : { x: W - EDGE - 70 - shoe, y: EDGE + 8, width: 44 },
  };
}

// Cards of one size on boxes of one kind.
function evened(some) {
  const least = Math.min(...some.map((place) => place.hands.scale));
  for (const place of some) place.hands.scale = least;
}

// Three gentle curves for the words on the cloth.
function lines(layout, middle, top, wide) {
  let y = top;
  return layout.lines.map((size, at) => {
    y += at ? layout.gap + (at === 1 ? 2 : 0) : 0;
    return { y, d: `M${middle - wide / 2} ${y}Q${middle} ${y + layout.sag} ${middle + wide / 2} ${y}`, wide, size };
  });
}

// The wooden edge: straight above, a parabola below.
function rim(W, ends, foot, inset) {
  return `M${inset} ${inset + 12}Q${inset} ${inset} ${inset + 12} ${inset}H${W - inset - 12}Q${W - inset} ${inset} ${W - inset} ${inset + 12}V${ends}Q${W / 2} ${2 * foot - ends} ${inset} ${ends}Z`;
}

// How wide each box's part of the arc is: enough to be touched, more for the viewer's own and for many hands. With it, in how
// many rows the side bets of the viewer's own box lie.
function shares(layout, wide, boxes, sideBets) {
  const own = boxes.filter((box) => box.own).length;
  const room = own ? (wide - NARROWEST * (boxes.length - own)) / own - 2 * layout.round - 8 : 0;
  const { rows, columns } = grid(sideBets, layout, room);
  const least = boxes.map((box) => (box.own ? Math.max(NARROWEST, 2 * layout.round + 8 + SPOT * columns) : NARROWEST));
  const weight = boxes.map((box) => (box.own ? layout.own : 1) * (1 + layout.grow * Math.max(0, box.hands - 1)));
  const sum = weight.reduce((all, each) => all + each, 0);
  let even = weight.map((each) => (wide * each) / sum);
  for (let pass = 0; pass < 3; pass += 1) even = settled(even, least, wide);
  return [even, own ? rows : 0];
}

function settled(even, least, wide) {
  const short = even.reduce((all, each, at) => all + Math.max(0, least[at] - each), 0);
  const spare = even.reduce((all, each, at) => all + Math.max(0, each - least[at]), 0);
  const given = spare ? Math.min(1, short / spare) : 0;
  const made = even.map((each, at) => (each < least[at] ? least[at] : each - (each - least[at]) * given));
  const sum = made.reduce((all, each) => all + each, 0);
  return made.map((each) => (each * wide) / sum);
}

// Rows and columns of a box's side bets; none if they find no room.
function grid(sideBets, layout, room) {
  const choices = layout.below >= 20 ? [2, 3] : sideBets <= 3 ? [1, 2] : [2];
  const rows = choices.find((each) => Math.ceil(sideBets / each) * SPOT <= room + 1);
  return rows && sideBets ? { rows: Math.min(rows, sideBets), columns: Math.ceil(sideBets / rows) } : { rows: 0, columns: 0 };
}

function arcBox(layout, box, middle, wide, curve, W, sideBets, extra, ceiling) {
  const room = wide - 2 * layout.round - 5;
  const { rows, columns } = grid(sideBets, layout, room);
  const full = rows > 0 && (rows < 3 || box.own); // a third row reaches over the edge
  const taken = full ? columns * SPOT + 2 : 0;
  const r = Math.max(22, Math.min(layout.round, (wide - taken - 4) / 2));
  const x = middle - taken / 2, y = curve(middle);
  const down = rows === 3 ? 14 : 0;
  const rowsHigh = full ? Math.max(0, (rows * SPOT) / 2 - down - r) : 0;
  const lean = ((W / 2 - middle) / (W / 2)) * layout.tilt;
  const bottom = y - r - 7 - rowsHigh, above = bottom - ceiling(middle, wide);
  const card = Math.min(layout.card * extra, (wide - 6 - Math.abs(lean) * 1.5) / 92, (above - 22) / 90);
  const small = r <= SMALL && !box.own;
  return {
    x, y, r, small, own: box.own, wide,
    hands: { x: full && rows === 3 ? x : middle, bottom, high: above, scale: Math.max(card, 0.3), spread: wide - 6 - Math.abs(lean) * 2, turn: lean },
    spots: full ? spotsAt(x + r + 3 + SPOT / 2 - 2, y + down, sideBets, rows) : null,
    name: { x, y: y + r + 16, wide: layout.below < 20 && full ? 2 * r + 16 : Math.min(wide, 2 * r + 60) },
    result: layout.below < 20 ? { x, y: y + r + 10 } : { x, y: y + r + 31 },
    insurance: { x: x - r, y: y - r * 0.3 },
  };
}

function spotsAt(x, y, sideBets, rows) {
  return Array.from({ length: sideBets }, (_, at) => {
    const row = at % rows, column = Math.floor(at / rows);
    return { x: x + column * SPOT, y: y + (row - (rows - 1) / 2) * SPOT, r: 21 };
  });
}

// ---------------------------------------------------------------------------------------------------- a phone, upright

function phone(W, H, boxes, own, sideBets, printed, bare) {
  const layout = LAYOUTS.phone;
  const flat = bare && H < layout.least[1]; // little room, and no card needs any
  const ease = flat ? 0 : Math.min(1, Math.max(0, (H - layout.height) / 70));
  const less = flat ? 0 : Math.min(1, Math.max(0, (H - layout.least[1]) / (layout.height - layout.least[1])));
  const dealer = 0.46 + 0.22 * less + 0.12 * ease;
  const dealt = EDGE + 3 + 90 * dealer;
  const words = flat ? 97 : dealt + 29 + 6 * less;
  const top = words + (printed - 1) * layout.gap + (flat ? 0 : 11);
  const card = 0.5 + 0.28 * less + 0.2 * ease; // of an own box
  const others = own.length ? boxes.filter((box) => !box.own) : boxes;
  const large = 2 * (26 + 6 * ease) + (flat ? 0 : 90 * card + 22 + 7) + 18 + EDGE + 5; // an own box from its total to its name
  const free = H - top - (own.length ? large : EDGE);
  const rows = own.length ? [others] : [others.slice(0, Math.ceil(others.length / 2)), others.slice(Math.ceil(others.length / 2))];
  const found = new Map();
  rows.filter((row) => row.length).forEach((row, at) => smallRow(found, row, top + (at * free) / rows.length, free / rows.length, W, flat ? 21 : 24));
  own.forEach((box, at) => found.set(box.number, largeBox(box, (W * (at + 0.5)) / own.length, W / own.length, H, { ease, card, count: own.length, top: H - large }, sideBets)));
  const side = (W - 2 * EDGE - 136) / 2;
  return {
    boxes: found,
    edge: rim(W, H - 26, H, 0),
    cloth: rim(W, H - 30, H - EDGE + 4, EDGE - 3),
    dealer: { x: W / 2, bottom: dealt, scale: dealer, spread: 132, aside: false },
    lines: lines(layout, W / 2, words, W - 28),
    sign: { x: EDGE + 3, y: EDGE + 3, width: side, high: 92 },
    shoe: { x: W - EDGE - 3 - Math.min(96, side), y: EDGE + 3, width: Math.min(96, side) },
    rack: null,
  };
}

function smallRow(found, row, top, high, W, most) {
  const wide = W - 2 * EDGE;
  const [slots] = shares({ grow: 0.9, own: 1, round: 22, below: 0 }, wide, row, 0);
  let left = EDGE;
  row.forEach((box, at) => {
    const slot = slots[at], x = left + slot / 2;
    const r = Math.max(20, Math.min(most, slot / 2 - 1)); // below what is printed on the cloth
    const y = top + high - 18 - r;
    const room = y - r - 5 - top;
    found.set(box.number, {
      x, y, r, small: true, own: box.own, wide: slot,
      hands: { x, bottom: y - r - 4, scale: Math.max(0.3, Math.min(0.62, (slot - 5) / 92, (room - 20) / 90)), spread: slot - 5, turn: 0, high: room },
      spots: null,
      name: { x, y: y + r + 12.5, wide: slot - 2 },
      result: { x, y: y + r + 9 },
      insurance: { x: x - r * 0.62, y: y - r * 0.5 },
    });
    left += slot;
  });
}

function largeBox(box, x, wide, H, { ease, card, count, top }, sideBets) {
  const r = 26 + 6 * ease;
  const y = H - EDGE - 5 - 18 - r;
  const sides = Math.ceil(sideBets / 2);
  const reach = wide / 2 - r - 12;
  let spots = null, middle = x;
  if (sideBets && count === 1) {
    const rows = sides * SPOT > reach ? 2 : 1;
    const radius = rows === 1 ? Math.min(27, reach / sides / 2 - 1) : 21;
    spots = around(x, y, r, sideBets, rows, 2 * radius + 3, radius);
  } else if (sideBets) {
    const columns = Math.ceil(sideBets / 2), taken = columns * SPOT;
    if (2 * r + taken + 4 <= wide) {
      middle = x - taken / 2;
      spots = spotsAt(middle + r + 2 + SPOT / 2, y - 6, sideBets, Math.min(2, sideBets));
    }
  }
  const lift = spots && spots.some((spot) => spot.y < y - 16) ? 20 : 0;
  const bottom = y - r - 6 - (count > 1 ? lift : 0);
  return {
    x: middle, y, r, small: false, own: true, wide,
    hands: { x, bottom, scale: Math.min(card, (wide - 10) / 96, (bottom - top - 22) / 90), spread: wide - 16, turn: 0, high: bottom - top },
    spots,
    name: { x: middle, y: y + r + 16, wide: count > 1 ? 2 * r + 30 : 150 },
    result: { x: middle, y: y + r + 11 },
    insurance: { x: middle - r * 0.95, y: y - r * 0.45 },
  };
}

// Side bets to the left and right of a circle in the middle of a phone.
function around(x, y, r, sideBets, rows, step, radius) {
  const sides = [0, 0];
  return Array.from({ length: sideBets }, (_, at) => {
    const side = at % 2, nth = sides[side];
    sides[side] += 1;
    const column = Math.floor(nth / rows), row = nth % rows;
    const away = r + 10 + radius + column * step;
    return { x: x + (side ? -away : away), y: y + (row - (rows - 1) / 2) * step - (rows === 2 ? 8 : 0), r: radius };
  });
}
