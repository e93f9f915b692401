// The table page: takes what the server sends (parts of the felt by id, pieces of the desk, lines of the story), shows it
// with motion where that is wanted, and sends clicks and keys back. It knows no rule.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const STEP_MS = 95; // between one card and the next
  const TWICE_MS = 450; // a second press of the same choice within this is a slip of the finger
  const narrow = matchMedia("(max-width: 46rem)");
  const state = { chip: 0, side: "", skew: 0, busy: new Map(), pressed: { id: "", at: 0 }, held: null, drawn: false };
  const $ = (id) => document.getElementById(id);
  const moves = () => globalThis.cutcard.moves() && !document.hidden;

  // ------------------------------------------------------------------------------------------------------- showing

  function show(message) {
    flush();
    state.skew = message.now - Date.now();
    state.chip = message.chip;
    state.side = message.side;
    const focused = document.activeElement, place = focused?.closest?.("[id]")?.id;
    if (message.frame) { $("felt-holder").innerHTML = message.frame; state.drawn = false; }
    feltParts(message.parts, message.gone);
    for (const [id, html] of Object.entries(message.html)) section(id, html);
    story(message.lines, message.fresh);
    release();
    if (message.frame && narrow.matches) $("felt-holder").scrollIntoView({ block: "start" });
    state.drawn = true;
    if (place && !focused.isConnected) refocus(place);
    tick();
    aloud(message.html.status);
  }

  function section(id, html) {
    const open = $(id).querySelector("details")?.open;
    $(id).innerHTML = html;
    const details = $(id).querySelector("details");
    if (details && open) details.open = true;
  }

  // A screen reader says whose turn it is; the seconds that are left are not read.
  function aloud(status) {
    if (status === undefined) return;
    const mine = $("status").querySelector(".ct-yours");
    $("aloud").textContent = mine ? mine.firstChild.textContent : "";
  }

  function refocus(id) {
    const holder = $(id);
    const target = holder?.matches("[tabindex], button, input, summary, a") ? holder : holder?.querySelector("[tabindex]");
    (target ?? $("status")).focus({ preventScroll: true });
  }

  function parsed(id, svg) {
    const group = document.createElementNS(SVG, "g");
    group.id = id;
    group.innerHTML = svg;
    return group;
  }

  const middle = (element) => { const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };

  // New cards slide in one after the other; words, chips and results wait until the last has come.
  function feltParts(parts, gone) {
    const moving = moves() && state.drawn;
    const left = new Map(); // cards that leave their place, so that one dealt on to another hand comes from there
    const leaving = [];
    if (moving) {
      for (const id of [...gone, ...parts.map(([id]) => id)]) {
        const card = $(id)?.querySelector("[data-card]");
        if (card) left.set(card.dataset.card + id.split("-")[1], middle(card));
      }
    }
    for (const id of gone) { const old = $(id); if (old) moving ? leaving.push(old) : old.remove(); }
    const later = [], dealt = [];
    for (const [id, layer, svg] of parts) {
      const place = () => {
        const made = parsed(id, svg), old = $(id);
        if (old) old.replaceWith(made); else $(`layer-${layer}`)?.append(made);
        return made;
      };
      if (layer === "cards") dealt.push([id, place, $(id)?.querySelector("[data-card]")?.dataset.card]);
      else if (moving && (layer === "words" || layer === "chips")) later.push([layer, id, place]);
      else place();
    }
    leaving.forEach(leave);
    const cards = dealt.map(([id, place, before]) => ({ id, before, made: place() }));
    if (!moving) { later.forEach(([, , place]) => place()); return; }
    const wait = slide(cards, left);
    if (!wait) { later.forEach(chips); return; }
    state.held = { later, timer: setTimeout(flush, wait) };
  }

  function chips([layer, id, place]) {
    const fresh = !$(id), made = place();
    const stack = layer === "chips" && fresh && moves() ? made.querySelector(".ct-lies") : null;
    stack?.animate([{ transform: "translateY(46px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 200, easing: "ease-out" });
  }

  function flush() {
    if (!state.held) return;
    clearTimeout(state.held.timer);
    const { later } = state.held;
    state.held = null;
    later.forEach(chips);
  }

  const order = (id) => { const [, box, hand, at] = id.split("-"); return Number(at) * 1000 + (box === "dealer" ? 900 : Number(box) * 10 + Number(hand)); };

  function slide(cards, left) {
    const shoe = document.querySelector("[data-shoe]");
    const changed = cards.filter(({ before, made }) => made.querySelector("[data-card]").dataset.card !== before);
    changed.sort((a, b) => order(a.id) - order(b.id));
    const from = shoe ? middle(shoe) : null;
    changed.forEach(({ id, before, made }, at) => {
      const card = made.querySelector("[data-card]"), lies = made.querySelector(".ct-lies");
      const start = (!before && left.get(card.dataset.card + id.split("-")[1])) || from;
      if (!start) return;
      const matrix = card.getScreenCTM().inverse(), [x, y] = middle(card);
      const dx = start[0] - x, dy = start[1] - y;
      const tx = matrix.a * dx + matrix.c * dy, ty = matrix.b * dx + matrix.d * dy;
      lies.animate([
        { transform: `translate(${tx}px, ${ty}px) rotate(25deg)`, opacity: 0.2 },
        { transform: "none", opacity: 1 },
      ], { duration: 260, delay: at * STEP_MS, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)", fill: "backwards" });
    });
    return changed.length ? (changed.length - 1) * STEP_MS + 200 : 0;
  }

  // What leaves the felt goes where it belongs: cards to the rack, chips to the dealer or to their owner.
  function leave(old) {
    const lies = old.querySelector(".ct-lies"), goes = old.querySelector("[data-goes]")?.dataset.goes;
    if (!lies) { old.remove(); return; }
    old.removeAttribute("id");
    let [x, y] = [0, goes === "player" ? 90 : -220];
    const rack = document.querySelector("[data-rack]"), card = old.querySelector("[data-card]");
    if (card && rack) {
      const matrix = card.getScreenCTM().inverse(), [cx, cy] = middle(card), [rx, ry] = middle(rack);
      x = matrix.a * (rx - cx) + matrix.c * (ry - cy); y = matrix.b * (rx - cx) + matrix.d * (ry - cy);
    }
    lies.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px)`, opacity: 0 }], { duration: 260, easing: "ease-in" })
      .finished.finally(() => old.remove());
  }

  function story(lines, fresh) {
    const list = $("story");
    if (fresh) list.replaceChildren();
    for (const [id, html] of lines) {
      const line = document.createElement("li");
      line.id = id;
      line.innerHTML = html;
      list.append(line);
    }
    if (lines.length) list.scrollTop = list.scrollHeight;
  }

  function say(text, link, kind) {
    const said = $("said");
    said.className = `ct-said ct-${kind}`;
    said.innerHTML = "";
    delete said.dataset.why;
    said.append(text, " ");
    said.insertAdjacentHTML("beforeend", link);
    clearTimeout(state.quiet);
    state.quiet = setTimeout(() => { said.className = "ct-said"; said.textContent = ""; }, 12000);
  }

  // A reason why something was not done goes as soon as something is; what the round came to stays for a while.
  function quiet() {
    const said = $("said");
    if (said.classList.contains("ct-wrong") || said.dataset.why) { said.className = "ct-said"; said.textContent = ""; }
  }

  // --------------------------------------------------------------------------------------------------------- the clock

  function tick() {
    const now = Date.now() + state.skew;
    for (const element of document.querySelectorAll(".ct-left[data-until]")) {
      const left = Math.max(0, Math.ceil((Number(element.dataset.until) - now) / 1000));
      const said = `${left} s left`;
      if (element.textContent !== said) element.textContent = said;
    }
    for (const ring of document.querySelectorAll(".ct-ring[data-until]")) {
      if (ring.dataset.running) continue;
      const left = Number(ring.dataset.until) - now, length = Number(ring.dataset.length);
      ring.dataset.running = "1";
      ring.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: length }], { duration: Math.max(left, 1), fill: "forwards" });
    }
  }

  // ----------------------------------------------------------------------------------------------------------- sending

  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  function send(said, button) {
    if (!window.socket?.connected || !window.did_handshake) {
      say("The connection is lost, so nothing was sent. It comes back on its own; try again then.", "", "wrong");
      return false;
    }
    said.id = fresh();
    if (button) { state.busy.set(said.id, button.id); button.setAttribute("aria-busy", "true"); }
    emitEvent("ct-act", said);
    return true;
  }

  const done = (id) => { const button = $(state.busy.get(id)); state.busy.delete(id); button?.removeAttribute("aria-busy"); };
  const release = () => { for (const id of state.busy.values()) $(id)?.setAttribute("aria-busy", "true"); };

  function act(target) {
    const data = target.dataset;
    if (target.getAttribute("aria-disabled") === "true") {
      say(`${target.querySelector("b").textContent}: ${data.why}`, "", "told");
      $("said").dataset.why = "1";
      if (data.clause) $("said").append(Object.assign(document.createElement("a"), { className: "cc-clause", href: data.href, textContent: data.clause }));
      return;
    }
    if (data.act === "help") { help(); return; }
    if (data.act === "keys") { keys(!keysOn()); return; }
    if (data.act === "side") { emitEvent("ct-look", { side: data.next }); return; }
    if (data.act === "bet") { send({ act: "bet", box: data.box, bet: data.bet, amount: state.chip }); return; }
    if (target.getAttribute("aria-busy") === "true") return;
    const slip = state.pressed.id === target.id && performance.now() - state.pressed.at < TWICE_MS;
    if (slip && data.act !== "sit") return;
    const said = { ...data };
    delete said.key;
    const amount = $(`amount-${target.id}`);
    if (amount) said.amount = Math.round(Number(amount.value) * 100);
    if (data.act === "cut") said.at = Number($("cut-at").value);
    if (send(said, target)) state.pressed = { id: target.id, at: performance.now() };
  }

  function pick(value) {
    state.chip = value;
    for (const each of document.querySelectorAll("[data-chip]")) each.setAttribute("aria-checked", String(Number(each.dataset.chip) === value));
    emitEvent("ct-look", { chip: value });
  }

  function help() {
    const list = $("help");
    list.hidden = !list.hidden;
    $("help-button").setAttribute("aria-expanded", String(!list.hidden));
    if (!list.hidden) list.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (event) => {
    const chip = event.target.closest?.("[data-chip]");
    if (chip) { pick(Number(chip.dataset.chip)); return; }
    const target = event.target.closest?.("[data-act], .ct-do.ct-off");
    if (target) act(target);
  });
  document.addEventListener("input", (event) => { if (event.target.id === "cut-at") $("cut-shown").textContent = event.target.value; });

  // -------------------------------------------------------------------------------------------------------------- keys

  const kept = (what) => { try { return localStorage.getItem(`cutcard-${what}`); } catch { return null; } };
  const keep = (what, on) => { try { localStorage.setItem(`cutcard-${what}`, on ? "on" : "off"); } catch { /* private windows may refuse */ } };
  const keysOn = () => kept("keys") !== "off";
  function keys(on) {
    keep("keys", on);
    $("keys-switch").setAttribute("aria-checked", String(on));
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !$("felt-holder")) return;
    const target = event.target;
    if (event.key === "Escape" && !$("help").hidden) { help(); $("help-button").focus(); return; }
    if (target.matches?.("input, select, textarea")) return;
    if ((event.key === "Enter" || event.key === " ") && target.closest?.("svg [data-act]")) {
      event.preventDefault();
      act(target.closest("[data-act]"));
      return;
    }
    if (event.repeat || !keysOn()) return;
    if (key(event)) event.preventDefault();
  });

  function key(event) {
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (event.key === "?") { help(); return true; }
    if (digit) {
      const bet = event.shiftKey ? `[data-bet="${state.side}"]` : "[data-bet='main']";
      const box = document.querySelector(`svg [data-act][data-box="${digit}"]${bet}`);
      if (box) act(box);
      return Boolean(box);
    }
    if (event.key === "+" || event.key === "-") {
      const chips = [...document.querySelectorAll("[data-chip]")].map((each) => Number(each.dataset.chip));
      const next = chips[chips.indexOf(state.chip) + (event.key === "+" ? 1 : -1)];
      if (next) pick(next);
      return Boolean(next);
    }
    const button = [...document.querySelectorAll("button[data-key]")].find((each) => each.dataset.key === event.key.toUpperCase());
    if (button) act(button);
    return Boolean(button);
  }

  // ------------------------------------------------------------------------------------------------------------- start

  function start() {
    window.socket.on("disconnect", () => { window.did_handshake = false; }); // until it is made again nothing is sent
    setInterval(tick, 250);
    keys(keysOn());
    narrow.addEventListener("change", () => emitEvent("ct-look", { narrow: narrow.matches }));
    return { narrow: narrow.matches, coach: kept("coach") === "on" };
  }

  globalThis.cutcard = { ...globalThis.cutcard, table: { start, show, say, quiet, keep, done } };
})();
