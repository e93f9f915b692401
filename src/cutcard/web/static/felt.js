// The felt of a table as SVG, as one viewer sees it. Only a view is drawn, so the picture cannot show anything that its viewer
// may not see; a part is drawn again only if what it is given is another object.
import { Box, spotWords } from "./boxes.js";
import { Cloth, Rack, Shoe, TableSign, clothLines, signLabel, signLines } from "./cloth.js";
import { Hands } from "./hands.js";
import { Component, html } from "./html.js";
import { layoutFor, places } from "./places.js";
import { moves, pref } from "./prefs.js";

const DECIDES = new Set(["decision", "card"]); // when it is the turn of a box
const NOTHING = {};
let drawings = 0;

export class Felt extends Component {
  constructor(props) {
    super(props);
    this.state = { width: 0, height: 0 };
    this.kept = new Map();
    this.id = drawings += 1; // ids within a picture differ from those of others on the page
    this.press = (box, bet) => {
      const { marks, onSpot, onPayTable } = this.props;
      if (marks?.[`${box}:${bet}`]?.enabled) onSpot?.(box, bet);
      else onPayTable?.(bet, box);
    };
    this.clock = () => (this.props.clock ?? Date.now)();
  }

  componentDidMount() {
    this.watch = new ResizeObserver(() => this.measure());
    this.watch.observe(this.holder);
    this.measure();
  }

  componentWillUnmount() { this.watch.disconnect(); }

  measure() {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (width !== this.state.width || height !== this.state.height) this.setState({ width, height });
  }

  // The same object again while what it was made of is the same, so that parts can compare by identity.
  keep(name, key, make) {
    const found = this.kept.get(name);
    if (found && found.key === key) return found.made;
    const made = make();
    this.kept.set(name, { key, made });
    return made;
  }

  placesFor(table, mine, size) {
    const { width, height } = this.state;
    const boxes = table.boxes.map((box) => ({ number: box.number, own: mine !== null && box.holder === mine, hands: box.hands.filter((hand) => hand.cards.length).length }));
    const printed = clothLines(table, size).length;
    const bare = !table.dealer.cards.length && boxes.every((box) => !box.hands);
    const key = JSON.stringify([size, width, height, table.side_bets.length, printed, bare, boxes]);
    return this.keep("places", key, () => places(size, width, height, boxes, table.side_bets.length, printed, bare));
  }

  // What each box may be pressed for, by bet; the same object while it says the same.
  marksOf(marks, number) {
    const prefix = `${number}:`, found = {};
    for (const [spot, mark] of Object.entries(marks ?? NOTHING)) if (spot.startsWith(prefix)) found[spot.slice(prefix.length)] = mark;
    return this.keep(`marks-${number}`, JSON.stringify(found), () => found);
  }

  render({ table, mine = null, marks, size, still }, { width, height }) {
    return html`<div class="felt-holder" ref=${(node) => { this.holder = node; }}>
      ${width > 0 && height > 0 && this.drawn(table, mine, marks, size ?? layoutFor(width, height), still ?? (!moves() || pref("speed") === "instant"))}
    </div>`;
  }

  drawn(table, mine, marks, size, still) {
    const where = this.placesFor(table, mine, size);
    const small = size === "phone" || size === "short";
    const side = this.keep("side", JSON.stringify(table.side_bets.map((bet) => [bet.bet, bet.title])), () => ({
      bets: table.side_bets.map((bet) => bet.bet),
      titles: Object.fromEntries(table.side_bets.map((bet) => [bet.bet, bet.title])),
      words: spotWords(table.side_bets.map((bet) => bet.title)),
    }));
    const rows = signLines(table, size);
    const words = clothLines(table, size);
    const turn = DECIDES.has(table.waiting.needs) ? table.waiting.box : null;
    const away = new Set(table.players.filter((player) => player.away).map((player) => player.name));
    return html`<svg class=${`felt felt-${size}${still ? " felt-still" : ""}`} viewBox=${`0 0 ${where.width.toFixed(1)} ${where.height.toFixed(1)}`}
      role="group" aria-label=${`${table.title}, table ${table.table}`}>
      <${Cloth} id=${this.id} places=${where} words=${this.keep("cloth", words.join("\n"), () => words)} />
      <${TableSign} place=${where.sign} title=${table.title} lines=${this.keep("sign", JSON.stringify(rows), () => rows)} label=${signLabel(table)} small=${small} />
      ${where.rack && html`<${Rack} shoe=${table.shoe} place=${where.rack} />`}
      <${Shoe} shoe=${table.shoe} place=${where.shoe} small=${small} />
      ${table.boxes.map((box) => html`<${Box} key=${box.number} box=${box} place=${where.boxes.get(box.number)} mine=${mine} titles=${side.titles}
        bets=${side.bets} words=${side.words} marks=${this.marksOf(marks, box.number)} turn=${turn === box.number} until=${turn === box.number ? table.waiting.until : null}
        clock=${this.clock} away=${box.holder !== null && away.has(box.holder)} press=${this.press} />`)}
      <g class="felt-dealer" data-tray=""><${Hands} of="dealer" hands=${[table.dealer]} place=${dealerPlace(where.dealer)} size=${small ? 13 : 15} /></g>
      <g class="felt-ghosts" aria-hidden="true"></g>
    </svg>`;
  }
}

const dealerPlace = ({ x, bottom, scale, spread, aside }) => ({ x, bottom: bottom, scale, spread, turn: 0, high: 130, aside });
