// Presses of buttons as commands: each under an id of its own, one after the other, and a second press of the same thing acts once.

import { ApiError, post } from "./api.js";

const AGAIN_MS = [300, 1000, 2500]; // the same command under the same id, where no answer came
const ANSWER_MS = 10_000; // that an answer may take: on a dead connection none would ever come
const SLIP_MS = 450; // a second press of the same button within this is a slip of the finger

const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

// A command with `value` put where `path` points to: what is shown is what is sent.
function withAmount(command, path, value) {
  const copy = structuredClone(command);
  let place = copy;
  for (const step of path.slice(0, -1)) place = place[step];
  place[path.at(-1)] = value;
  return copy;
}

// Whether a button is for this act: "hit-4-1" for "hit", "decline" for "decline".
export const isFor = (button, act) => Boolean(act) && (button.id === act || button.id.startsWith(`${act}-`));

export class Presses {
  // `onChange()` when something begins or ends; `onDone(pressed)` with when it was pressed, and `onRefused(error, button)` for what came of it.
  constructor(table, { onChange, onDone, onRefused }) {
    this.path = `/api/tables/${encodeURIComponent(table)}/commands`;
    this.onChange = onChange;
    this.onDone = onDone;
    this.onRefused = onRefused;
    this.waiting = new Set(); // ids of buttons whose answer has not come
    this.line = Promise.resolve();
    this.last = { key: "", at: 0 };
  }

  get busy() { return this.waiting.size > 0; }

  isBusy(id) { return this.waiting.has(id); }

  // Press a button of the desk; answers whether anything was sent.
  press(button, value) {
    const key = `${button.id}:${button.moment || ""}`;
    const now = performance.now();
    if (this.waiting.has(button.id) || (this.last.key === key && now - this.last.at < SLIP_MS)) return false;
    this.last = { key, at: now };
    const commands = button.commands.map((command) => (button.amount && value !== undefined ? withAmount(command, button.amount.path, value) : command));
    const id = button.id_prefix ? `${button.id_prefix}${value === undefined ? "" : `:${value}`}` : fresh();
    this.send(button, commands, id);
    return true;
  }

  // Lay a chip: quick presses lay one each.
  lay(box, bet, amount) {
    const command = { do: "place-wager", box, amount, bet };
    this.send({ id: `spot-${box}-${bet}-${fresh()}`, label: "" }, [command], fresh());
  }

  send(button, commands, id) {
    this.waiting.add(button.id);
    this.onChange();
    const pressed = performance.now();
    this.line = this.line.then(() => this.carryOut(button, commands, id, pressed));
  }

  async carryOut(button, commands, id, pressed) {
    try {
      for (const [at, command] of commands.entries()) {
        const body = { id: commands.length > 1 ? `${id}.${at}` : id, command };
        if (button.moment && at === 0) body.moment = button.moment; // what the first one did may begin another
        await this.post(body);
      }
      this.onDone(pressed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.onRefused(error, button);
    } finally {
      this.waiting.delete(button.id);
      this.onChange();
    }
  }

  async post(body) {
    for (const ms of AGAIN_MS) {
      try {
        return await post(this.path, body, AbortSignal.timeout(ANSWER_MS));
      } catch (error) {
        if (!(error instanceof ApiError) || (error.status !== 0 && error.status !== 503)) throw error;
        await pause(ms);
      }
    }
    return post(this.path, body, AbortSignal.timeout(ANSWER_MS));
  }
}
