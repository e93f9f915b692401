// What the table page knows: the table as far as its steps have been played, the desk that belongs to it, and what was said.
// It decides no rule: every choice, reason and sentence comes from the service.

import { get, sentence } from "./api.js";
import { Connection } from "./connection.js";
import { onPref, pref, setPref } from "./prefs.js";
import { Presses, isFor } from "./presses.js";
import { noteShoe } from "./shoe_notes.js";
import { livePlayer } from "./stage.js";

const AGAIN_MS = 2000; // until a busy coach is asked again
const LINES_MOST = 40; // announcements that are kept in the live region

export class TableModel {
  // `root` is the element in which everything is drawn.
  constructor({ name, me, first, limited = false }, root) {
    this.name = name;
    this.me = me;
    this.limited = limited; // whether the viewer has set limits of their own
    this.version = 0;
    this.view = null;
    this.lines = [];
    this.desk = null; // of the steps that have been played
    this.next = null; // of the last message
    this.skew = 0; // the service's clock less ours
    this.chip = null; // that a press lays
    this.picked = null; // that was chosen by hand
    this.side = 0; // which side bet the keys bet on
    this.said = []; // for the live region: { id, text }
    this.notice = null; // { text, clause, book, kind, code, at }
    this.connection = { state: "connecting", text: "" };
    this.coach = { on: pref("coach") === "on", advice: null, asked: "", last: "" };
    this.open = null; // the dialog that is open: { kind, … }
    this.listeners = new Set();
    this.saidNumber = 0;
    this.heard = false; // whether the steps since the last desk said anything
    const calls = {
      onChange: (view, lines) => this.changed(view, lines),
      onSay: (text) => { this.heard = true; this.say(text); },
      onDone: (message) => this.settle(message),
      onIdle: () => this.tell(),
    };
    this.player = livePlayer(calls, root);
    this.presses = new Presses(name, {
      onChange: () => this.tell(),
      onDone: (pressed) => { if (this.notice?.at < pressed) this.notice = null; }, // what could not be done before it may be possible by now
      onRefused: (error) => this.refuse(sentence(error.message), error.clause, error.book, "refused", error.code),
    });
    this.link = new Connection(name, { onMessage: (message) => this.receive(message), onState: (state) => this.connected(state) });
    if (first) this.receive(first);
  }

  start() {
    this.link.open();
    onPref((name) => {
      if (name === "coach") { this.coach = { ...this.coach, on: pref("coach") === "on" }; this.advise(); }
      this.tell();
    });
  }

  // ------------------------------------------------------------------------------------------------------- listening

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell() { for (const listener of this.listeners) listener(); }

  connected(state) {
    if (this.connection.state !== "open" && state.state === "open" && this.lostBefore) this.say("The connection is back.");
    if (state.state === "lost" && this.connection.state !== "lost") { this.lostBefore = true; this.say(state.text); }
    this.connection = state;
    this.tell();
  }

  receive(message) {
    this.skew = message.now - Date.now();
    this.next = message.desk;
    if (message.table) {
      this.player.show(message);
      this.settle(message);
      return;
    }
    if (this.desk?.bets && message.desk.bets) this.take({ ...message.desk, headline: this.desk.headline }); // chips need not wait for chips
    this.player.push(message);
    this.tell();
  }

  changed(view, lines) {
    this.view = view;
    noteShoe(view.table, view.shoe.number, view.shoe.commitment); // so that nobody can seal it again later
    this.lines = lines;
    this.tell();
  }

  // All steps of a message have been played: now its desk is true.
  settle(message) {
    const before = this.desk;
    const { desk } = message;
    this.version = message.version;
    this.take(desk);
    if (!this.heard && desk.prompt !== before?.prompt) this.say(desk.prompt);
    this.heard = false;
    if (this.notice && desk.moment !== before?.moment) this.notice = null;
    this.advise();
    this.tell();
  }

  take(desk) {
    this.desk = desk;
    const { bets } = desk;
    if (!bets) return;
    const usable = bets.chips.some((chip) => chip.value === this.picked && chip.enabled);
    this.chip = usable ? this.picked : bets.chosen;
  }

  // Whether what the desk shows belongs to the table's present: while cards move, nobody decides.
  get ready() { return this.desk === this.next || Boolean(this.desk?.bets && this.next?.bets); }

  // The service's time, for whatever counts down.
  now() { return Date.now() + this.skew; }

  get busy() { return this.player.busy || this.presses.busy; }

  // The result of the last round, until the next thing happens.
  get headline() { return this.next?.headline ? this.desk?.headline ?? null : null; }

  say(text) {
    if (!text) return;
    this.saidNumber += 1;
    this.said = [...this.said.slice(1 - LINES_MOST), { id: this.saidNumber, text }];
    this.tell();
  }

  refuse(text, clause = "", book = this.view?.book, kind = "refused", code = "") {
    this.notice = { text, clause, book, kind, code, at: performance.now() };
    this.say(text);
  }

  quiet() { this.notice = null; this.tell(); }

  show(dialog) { this.open = dialog; this.tell(); }

  // --------------------------------------------------------------------------------------------------------- pressing

  // `byHand` is false for autoplay, which ends as soon as somebody presses something.
  press(button, value, byHand = true) {
    if (byHand) this.onHand?.();
    if (!button.enabled) { this.refuse(`${button.label}: ${button.why}`, button.clause, undefined, "told"); return; }
    if (!this.link.isOpen && this.connection.state !== "connecting") { this.refuse(this.connection.text); return; }
    if (!this.ready && button.moment) return; // the cards have not come yet
    const advice = this.coach.advice;
    if (this.presses.press(button, value) && advice && this.coach.on) {
      const chosen = advice.choices.find((choice) => isFor(button, choice.act));
      if (chosen) this.coach = { ...this.coach, last: chosen.verdict };
    }
  }

  pick(chip) {
    if (!chip.enabled) { this.refuse(`${chip.label}: ${chip.why}`, "", "", "told"); return; }
    this.chip = this.picked = chip.value;
    this.tell();
  }

  spotOf(box, bet) { return this.desk?.bets?.spots.find((spot) => spot.box === box && spot.bet === bet); }

  // A tap on the felt: sit down in a free box, lay the chosen chip, or else show what the spot pays.
  tap(box, bet) {
    const seat = this.desk?.free_boxes.find((button) => button.commands[0]?.box === box);
    const spot = this.spotOf(box, bet);
    const device = this.desk?.bet_manager?.buttons.find((button) => [`bet-${box}`, `bet-off-${box}`].includes(button.id));
    if (spot?.enabled) this.lay(spot);
    else if (!spot && device && this.view.side_bets.some((side) => side.on_device && side.bet === bet)) this.press(device);
    else if (seat && bet === "main") this.press(seat);
    else if (spot?.why && this.desk.bets) this.refuse(`${spot.title}: ${spot.why}`, "", "", "told");
    else this.show({ kind: "pays", bet });
  }

  lay(spot) {
    this.onHand?.();
    if (!spot.enabled) { this.refuse(`${spot.title}: ${spot.why}`, "", "", "told"); return; }
    if (!this.link.isOpen) { this.refuse(this.connection.text); return; }
    this.presses.lay(spot.box, spot.bet, this.chip);
  }

  // ------------------------------------------------------------------------------------------------------------ coach

  switchCoach() {
    setPref("coach", this.coach.on ? "off" : "on");
    if (!this.coach.on) this.coach = { ...this.coach, advice: null, asked: "" };
  }

  // The coach speaks of the decision on the desk, in a tournament also of the wager, and of nothing else.
  async advise() {
    const desk = this.desk;
    const session = this.view?.session;
    const betting = Boolean(session?.to_wager.includes(this.me));
    const wanted = this.coach.on && desk?.coach.offered && (betting || (desk.mine && desk.groups.length > 0)) && !desk.cut;
    if (!wanted) { this.coach = { ...this.coach, advice: null, asked: "" }; return; }
    const asked = betting ? `${desk.moment}.${session.turn}` : desk.moment;
    if (this.coach.asked === asked) return;
    this.coach = { ...this.coach, advice: null, asked };
    const advice = await this.adviceNow();
    if (this.desk?.moment !== desk.moment || !this.coach.on) return;
    this.coach = { ...this.coach, advice };
    this.tell();
    if (!advice.again) return;
    setTimeout(() => { if (this.desk?.moment === desk.moment) { this.coach = { ...this.coach, asked: "" }; this.advise(); } }, AGAIN_MS);
  }

  async adviceNow() {
    try {
      return await get(`/api/tables/${encodeURIComponent(this.name)}/advice`);
    } catch (error) {
      return { moment: "", best: "", choices: [], note: sentence(error.message), again: error.status === 429 || error.status === 503 };
    }
  }
}
