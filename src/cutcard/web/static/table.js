// The table page: the felt, the desk and what lies around them, in a layout for each kind of window.

import { Announcer } from "./announcer.js";
import { pageData } from "./api.js";
import { Autoplay, AutoplayBar, AutoplayDialog } from "./autoplay.js";
import { CoachDialog, CoachLine, CoachPanel } from "./coach.js";
import { Desk } from "./desk.js";
import { Dialog } from "./dialog.js";
import { Felt } from "./felt.js";
import { html, render, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { KeysDialog, listenToKeys } from "./keys.js";
import { marksOf } from "./marks.js";
import { PayTableDialog } from "./pay_table.js";
import { Balance, SeatDialog, SeatPanel, Session } from "./seat.js";
import { PaymentDialog, Story } from "./story.js";
import { TableMeters, useLinks, withMeters } from "./table_meters.js";
import { TableModel } from "./table_model.js";
import { SessionBar, SessionDialog, SessionPanel } from "./table_session.js";
import { SettingsDialog } from "./table_settings.js";
import { Invitation, Tutorial, TutorialCard } from "./tutorial.js";

// The layouts, and the felt's drawings, by the window: the first that fits.
const SIZES = [
  ["short", matchMedia("(max-height: 30rem) and (orientation: landscape)")],
  ["phone", matchMedia("(max-width: 40rem)")],
  ["tall", matchMedia("(max-width: 68rem)")],
];
const sizeNow = () => SIZES.find(([, query]) => query.matches)?.[0] ?? "wide";

function useSize() {
  const [size, setSize] = useState(sizeNow);
  useEffect(() => {
    const changed = () => setSize(sizeNow());
    for (const [, query] of SIZES) query.addEventListener("change", changed);
    return () => { for (const [, query] of SIZES) query.removeEventListener("change", changed); };
  }, []);
  return size;
}

function useModel(model) {
  const [, redraw] = useState(0);
  useEffect(() => model.subscribe(() => redraw((count) => count + 1)), [model]);
}

// If the element that had the focus is gone, the focus goes to the prompt and not to the top of the page.
function useKeptFocus() {
  const last = useRef(null);
  useEffect(() => {
    const noted = (event) => { last.current = event.target; };
    document.addEventListener("focusin", noted);
    return () => document.removeEventListener("focusin", noted);
  }, []);
  useLayoutEffect(() => {
    const lost = last.current && !last.current.isConnected && document.activeElement === document.body;
    if (!lost) return;
    (document.getElementById(last.current.id) ?? document.getElementById("prompt"))?.focus({ preventScroll: true });
  });
}

function Headline({ model }) {
  const shown = model.headline;
  return html`<div class="headline-holder">${shown ? html`<p class="headline" id="headline" data-kind=${shown.kind}>${shown.text}</p>` : null}</div>`;
}

// What can be opened besides the desk: a row of buttons in large windows, one menu in small ones.
function tools(model) {
  const all = [["story", "Story", true], ["autoplay", "Autoplay", model.desk.can_autoplay], ["pays", "Pays", true], ["settings", "Settings", true], ["seat", "Your seat", Boolean(model.desk.seat)]];
  return all.filter(([, , offered]) => offered);
}

function Tool({ model, kind, words }) {
  return html`<button type="button" class="tool" id=${`open-${kind}`} aria-haspopup="dialog" onClick=${() => model.show({ kind })}>${words}</button>`;
}

function MenuDialog({ model, onClose }) {
  return html`<${Dialog} title=${`${model.view.title}, table ${model.view.table}`} onClose=${onClose}><div class="menu">
    ${tools(model).map(([kind, words]) => html`<${Tool} key=${kind} model=${model} kind=${kind} words=${words} />`)}
    <a class="tool" href="/">Lobby</a></div><//>`;
}

function Bar({ model, small, children }) {
  const { view, desk } = model;
  const title = html`<h1>${view.title}<span> · <bdi>${view.table}</bdi></span></h1>`;
  if (!small) {
    return html`<header class="table-bar">${title}<nav class="bar-tools" aria-label="This table">
      ${tools(model).filter(([kind]) => kind !== "story" && kind !== "seat").map(([kind, words]) => html`<${Tool} key=${kind} model=${model} kind=${kind} words=${words} />`)}</nav>${children}</header>`;
  }
  const seat = html`<button type="button" class="bar-seat" aria-haspopup="dialog" onClick=${() => model.show({ kind: "seat" })}><${Balance} model=${model} /><${Session} model=${model} /></button>`;
  return html`<header class="table-bar"><a class="tool back" href="/" aria-label="Lobby">‹</a>${title}${desk.seat ? seat : null}
    <nav class="bar-tools" aria-label="This table"><span data-tour="story"><${Tool} model=${model} kind="story" words="Story" /></span><${Tool} model=${model} kind="menu" words="Menu" /></nav>${children}</header>`;
}

function Opened({ model, autoplay, tutorial }) {
  const { open } = model;
  if (!open) return null;
  const close = () => { if (model.open === open) model.show(null); };
  switch (open.kind) {
    case "payment": return html`<${PaymentDialog} line=${open.line} onClose=${close} />`;
    case "pays": return html`<${PayTableDialog} view=${model.view} bet=${open.bet} onClose=${close} />`;
    case "keys": return html`<${KeysDialog} onClose=${close} />`;
    case "coach": return html`<${CoachDialog} model=${model} onClose=${close} />`;
    case "seat": return html`<${SeatDialog} model=${model} onClose=${close} />`;
    case "settings": return html`<${SettingsDialog} model=${model} tutorial=${tutorial} onClose=${close} />`;
    case "chips": return html`<${SessionDialog} model=${model} onClose=${close} />`;
    case "menu": return html`<${MenuDialog} model=${model} onClose=${close} />`;
    case "autoplay": return html`<${AutoplayDialog} model=${model} autoplay=${autoplay} onClose=${close} />`;
    default: return html`<${Dialog} title="Story" onClose=${close}><${Story} model=${model} /><//>`;
  }
}

function TablePage({ model, first, autoplay, tutorial }) {
  useModel(model);
  const { links, now } = useLinks(model.view, first);
  useKeptFocus();
  const size = useSize();
  const small = size === "phone" || size === "short";
  const { view, desk } = model;
  if (!view || !desk) return html`<p class="table-first" id="table" data-connection=${model.connection.state}>${model.connection.text || "The table is being laid."}</p>`;
  const marks = marksOf(desk.bets ? { ...desk, bets: { ...desk.bets, chosen: model.chip } } : desk);
  return html`<div class="table-page" id="table" data-size=${size} data-version=${model.version} data-busy=${model.busy ? "yes" : "no"} data-ready=${model.ready ? "yes" : "no"}
      data-moment=${desk.moment} data-connection=${model.connection.state}>
    <${Bar} model=${model} small=${small}><${TableMeters} links=${links} now=${now} /><${SessionBar} model=${model} /><//>
    <div class="felt-area" data-tour="felt"><${Felt} table=${withMeters(view, links)} mine=${model.me} marks=${marks} size=${size} clock=${() => model.now()}
      onSpot=${(box, bet) => model.tap(box, bet)} onPayTable=${(bet) => model.show({ kind: "pays", bet })} /><${Headline} model=${model} /></div>
    <div class="below"><${Desk} model=${model} /><${AutoplayBar} autoplay=${autoplay} /><${Invitation} tutorial=${tutorial} model=${model} /></div>
    ${small ? html`<${CoachLine} model=${model} />` : html`<aside class="side" aria-label="Seat, coach and story"><${SeatPanel} model=${model} brief=${size === "tall"} />${size === "wide" ? html`<${SessionPanel} model=${model} />` : null}<${CoachPanel} model=${model} /><${Story} model=${model} /></aside>`}
    <${Announcer} said=${model.said} /><${Opened} model=${model} autoplay=${autoplay} tutorial=${tutorial} /><${TutorialCard} tutorial=${tutorial} /></div>`;
}

const root = document.getElementById("table-root");
const data = pageData();
const model = new TableModel(data, root);
const autoplay = new Autoplay(model);
const tutorial = new Tutorial(model);
listenToKeys(model, autoplay);
root.replaceChildren();
render(html`<${TablePage} model=${model} first=${data.links} autoplay=${autoplay} tutorial=${tutorial} />`, root);
model.start();
