// A link of tables on the odds page: how it is played, then what its meters come to: chances, waiting times, edge and reserve.
import { LineChart, percent, short } from "./chart.js";
import { Clause } from "./clause.js";
import { html } from "./html.js";
import { Told, Wrong, useAnswer } from "./odds_answer.js";
import { Choice, TextField } from "./odds_form.js";
import { linkPath, path } from "./odds_question.js";

const dollars = (value) => `$${short(value)}`;
const hours = (value) => (value < 0.05 ? `${Number((3600 * value).toPrecision(3))} s` : value < 3 ? `${Number((60 * value).toPrecision(3))} min` : value < 96 ? `${Number(value.toPrecision(3))} h` : `${Number((value / 24).toPrecision(3))} d`);

// `asked` is what the address has: the side bet, the settings that are not as in its example, its meters likewise.
export function Link({ question, asked: wanted, onChange }) {
  const links = useAnswer(path({ ...question, decks: null, options: {} }, "/links"));
  const offered = links.found ?? [];
  const chosen = offered.find((each) => each.bet === wanted?.bet) ?? offered[0];
  const asked = chosen && chosen.bet === wanted?.bet ? wanted : null;
  const worth = useAnswer(asked ? linkPath(question, asked) : "");
  if (links.wrong) return html`<section class="cc-panel cc-stack" aria-label="Jackpots over linked tables"><${Wrong} error=${links.wrong} onAgain=${links.again} /></section>`;
  if (!chosen) return null;

  const open = () => onChange({ bet: chosen.bet, settings: {}, meters: {} });
  return html`<section class="cc-panel cc-stack" aria-labelledby="link-title" data-part="link">
    <h2 id="link-title">Jackpots over linked tables</h2>
    ${asked ? html`<${LinkForm} offered=${offered} chosen=${chosen} asked=${asked} onChange=${onChange} />` : html`<p>${offered.map((each) => each.title).join(" and ")} ${offered.length > 1 ? "pay" : "pays"} from meters that all tables of a link feed: how long until one is won, how high it is then, from where the wager is worth more than it costs, and what the house has to have ready.</p>
      <div class="cc-row"><button type="button" class="cc-button cc-main" onClick=${open}>Work out a link</button></div>`}
    ${asked && html`<${Told} of=${worth} book=${question.book} shown=${(found) => html`<${Found} found=${found} book=${question.book} />`} />`}
  </section>`;
}

function LinkForm({ offered, chosen, asked, onChange }) {
  const value = (key) => asked.settings[key] ?? String(chosen[key]);
  const put = (key) => (text) => {
    const settings = { ...asked.settings, [key]: text.trim() };
    if (settings[key] === String(chosen[key])) delete settings[key];
    onChange({ ...asked, settings });
  };
  const terms = (meter) => asked.meters[meter.meter] ?? { seed: meter.seed, increment: meter.increment };
  const putMeter = (meter, key) => (text) => onChange({ ...asked, meters: { ...asked.meters, [meter.meter]: { ...terms(meter), [key]: text.trim() } } });
  const field = (key, label, hint = "") => html`<${TextField} label=${label} value=${value(key)} inputmode="decimal" hint=${hint} onChange=${put(key)} />`;
  return html`<div class="odds-form">
    <div class="odds-picks">
      ${offered.length > 1 && html`<${Choice} label="Jackpot" value=${chosen.bet} options=${offered.map((each) => [each.bet, each.title])} onChange=${(bet) => onChange({ bet, settings: {}, meters: {} })} />`}
      ${chosen.prices.length ? html`<${Choice} label="Wager" value=${value("price")} options=${chosen.prices.map((each) => [each, `$${each}`])} onChange=${put("price")} />` : field("price", "Wager, $")}
      ${field("tables", "Tables")}
      ${field("boxes", "Boxes with the wager at each table", `At most ${chosen.boxes_max}.`)}
      ${field("rounds_an_hour", "Rounds an hour at each table")}
      ${field("hours_a_day", "Hours a day")}
      ${chosen.picks && field("selected_per_million", "Picked by the system, of a million rounds")}
      ${chosen.pays_chips && field("chip", "Smallest chip, $")}
    </div>
    ${chosen.meters.map((meter) => html`<fieldset key=${meter.meter} class="odds-second"><legend>${meter.title}</legend><div class="odds-picks">
      ${meter.seeds.length ? html`<${Choice} label="Starts from" value=${terms(meter).seed} options=${meter.seeds.map((each) => [each, `$${Number(each).toLocaleString("en-AU")}`])} onChange=${putMeter(meter, "seed")} />`
        : html`<${TextField} label="Starts from, $" value=${terms(meter).seed} inputmode="decimal" onChange=${putMeter(meter, "seed")} />`}
      <${TextField} label="Grows by, % of the wager" value=${terms(meter).increment} inputmode="decimal" onChange=${putMeter(meter, "increment")} />
    </div></fieldset>`)}
    <div class="cc-row"><button type="button" class="cc-button" onClick=${() => onChange(null)}>Close</button></div>
  </div>`;
}

const Facts = ({ facts }) => html`<dl class="cc-facts">${facts.map((fact) => html`<div key=${fact.term}><dt>${fact.term}</dt><dd>${fact.text}</dd></div>`)}</dl>`;

function Found({ found, book }) {
  return html`<div class="cc-stack" data-link-edge=${String(found.figures.house_edge.value)}>
    <h3>${found.title}</h3>
    <div class="odds-numbers"><p class="odds-figure odds-link-figure"><span class="cc-small">House edge in the long run</span> <strong>${found.edge}</strong></p><${Facts} facts=${found.facts} /></div>
    <p>${found.says}</p>
    ${found.meters.map((meter) => html`<${Meter} key=${meter.figures.meter} meter=${meter} book=${book} />`)}
    <details class="cc-more"><summary>How this was worked out</summary><ul class="odds-list">${found.notes.map((note) => html`<li key=${note}>${note}</li>`)}</ul></details>
  </div>`;
}

function Meter({ meter, book }) {
  const { figures } = meter;
  return html`<section class="cc-stack odds-meter" aria-label=${meter.title} data-meter=${figures.meter}>
    <h4>${meter.title}</h4>
    <p>${meter.says}</p>
    <div class="cc-scroll" tabindex="0" role="group" aria-label=${`Prizes of ${meter.title}`}><table class="cc-table">
      <thead><tr><th scope="col">Prize</th><th scope="col" class="cc-number">Of the meter</th><th scope="col" class="cc-number">On a box</th><th scope="col" class="cc-number">At a table</th><th scope="col" class="cc-number">On the link</th><th scope="col" class="cc-number">By several at once</th><th scope="col">Clause</th></tr></thead>
      <tbody>${meter.prizes.map((prize) => html`<tr key=${prize.title}><th scope="row">${prize.title}</th><td class="cc-number">${prize.share}</td><td class="cc-number">${prize.on_a_box}</td><td class="cc-number">${prize.at_a_table}</td><td class="cc-number">${prize.on_the_link}</td><td class="cc-number">${prize.several}</td><td><${Clause} book=${book} clause=${prize.clause} /></td></tr>`)}</tbody>
    </table></div>
    <div class="cc-two">
      <${EdgeChart} figures=${figures} />
      <${LineChart} title="Chance that it is won within this time" x="Time" y="Chance, %" series=${[{ name: "won", points: figures.waiting.map(([time, chance]) => [time, 100 * chance]) }]} xFormat=${hours} yFormat=${(value) => value.toFixed(1)} />
    </div>
    <div class="cc-two">
      <div class="cc-scroll" tabindex="0" role="group" aria-label=${`When ${meter.title} is won`}><table class="cc-table"><caption>With this chance it is won …</caption>
        <thead><tr><th scope="col">Chance</th><th scope="col" class="cc-number">within rounds</th><th scope="col" class="cc-number">within</th><th scope="col" class="cc-number">at no more than</th></tr></thead>
        <tbody>${meter.times.map((time) => html`<tr key=${time.chance}><th scope="row">${time.chance}</th><td class="cc-number">${time.rounds}</td><td class="cc-number">${time.time}</td><td class="cc-number">${time.meter}</td></tr>`)}</tbody>
      </table></div>
      <div class="cc-scroll" tabindex="0" role="group" aria-label=${`A year of ${meter.title}`}><table class="cc-table"><caption>For the house</caption>
        <tbody>${meter.facts.map((fact) => html`<tr key=${fact.term}><th scope="row">${fact.term}</th><td class="cc-number">${fact.text}</td></tr>`)}</tbody>
      </table></div>
    </div>
  </section>`;
}

function EdgeChart({ figures }) {
  const edges = figures.edges.map(([value, edge]) => [value, 100 * edge]);
  const series = [{ name: "house edge", points: edges }];
  if (figures.even !== null) series.push({ name: `even at $${Math.round(figures.even).toLocaleString("en-AU")}`, points: [[figures.even, edges[0][1]], [figures.even, Math.min(...edges.map(([, edge]) => edge))]] });
  return html`<${LineChart} title="House edge as the meter grows" x="Meter" y="House edge, %" series=${series} xFormat=${dollars} yFormat=${(value) => value.toFixed(1).replace("-", "−")} zero=${true} describe=${figures.even === null ? "" : `From ${percent(figures.edges[0][1], 1)} at the seed down to nothing at a meter of $${figures.even}.`} />`;
}
