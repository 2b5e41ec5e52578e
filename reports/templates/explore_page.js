// The page: sliders, switches and tables around what explore.js computes.
"use strict";

const byId = id => document.getElementById(id);
const signed = x => x === null || x === undefined ? "–" : (x < 0 ? "−" : "+") + Math.abs(x).toFixed(3);
const percent = x => x === null || x === undefined ? "–" : (100 * x).toFixed(1) + " %";
const limits = pair => pair === null ? "" : signed(pair[0]) + " to " + signed(pair[1]);
const trimmed = x => String(Math.round(1e6 * x) / 1e6);

function table(caption, heads, rows) {
  const head = h("tr", {}, ...heads.map(text => h("th", { scope: "col", text })));
  const body = rows.map(row => h("tr", {}, ...row.map((text, i) =>
    h(i ? "td" : "th", i ? { text } : { text, scope: "row" }))));
  return h("div", { class: "wide", tabindex: "0" }, h("table", {}, h("caption", { text: caption }),
    h("thead", {}, head), h("tbody", {}, ...body)));
}

class Page {
  constructor(explore) {
    this.explore = explore;
    this.data = explore.data;
    this.state = explore.base();
    this.places = {};
    this.controls = [];
    this.read();
    this.build();
    this.show();
    addEventListener("hashchange", () => { this.read(); this.controls.forEach(set => set()); this.show(); });
  }

  /** The state that the address says. */
  read() {
    this.state = this.explore.base();
    this.places = Object.fromEntries(this.grids().map(grid => [grid.question, this.usual(grid)]));
    for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
      const number = Number(text), [first, second] = key.split(".");
      if (key in this.state.settings) {
        const known = this.data.switches.find(each => each.knob === key).values;
        if (known.includes(text)) { this.state.settings[key] = text; }
      } else if (key in this.state.amounts && number >= 0 && number <= 1e6) { this.state.amounts[key] = number;
      } else if (first === "fees" && second in this.state.fees && number >= 0 && number <= 1) { this.state.fees[second] = number;
      } else if (key in this.places) {
        const values = text.split(",").map(Number);
        if (values.length === this.places[key].length && values.every(each => each >= 0 && each < 256)) {
          this.places[key] = values;
        }
      }
    }
  }

  /** A grid of each question that any way of playing has answers to; not every way need have them. */
  grids() {
    const byQuestion = {};
    for (const v of this.data.variants) {
      for (const grid of v.grids) { byQuestion[grid.question] = byQuestion[grid.question] || grid; }
    }
    return Object.values(byQuestion);
  }

  /** Where a grid has most decisions. */
  usual(grid) {
    let [number] = grid.cells.reduce((most, each) => each[1] > most[1] ? each : most);
    const values = [];
    for (const [, edges] of [...grid.axes].reverse()) {
      values.unshift(edges[number % edges.length]);
      number = Math.floor(number / edges.length);
    }
    return values;
  }

  /** The address that says the state. */
  address() {
    const query = new URLSearchParams(), base = this.explore.base();
    for (const [key, value] of Object.entries(this.state.settings)) { if (value !== base.settings[key]) { query.set(key, value); } }
    for (const [key, value] of Object.entries(this.state.amounts)) { if (value !== base.amounts[key]) { query.set(key, trimmed(value)); } }
    for (const [key, value] of Object.entries(this.state.fees)) { if (value !== base.fees[key]) { query.set("fees." + key, trimmed(value)); } }
    for (const [key, values] of Object.entries(this.places)) { if (this.touched) { query.set(key, values.join(",")); } }
    return query.toString();
  }

  slider(parent, label, hint, options, get, set) {
    const range = h("input", { type: "range", min: 0, max: options.max, step: options.step, "aria-label": label });
    const number = h("input", { type: "number", min: 0, max: options.most, step: options.step, "aria-label": label + ", as a number" });
    const update = () => { range.max = Math.max(options.max, get()); range.value = get(); number.value = get(); };
    const take = text => {
      const value = Number(text);
      if (text !== "" && value >= 0 && value <= options.most) { set(value); update(); this.changed(); }
    };
    range.addEventListener("input", () => take(range.value));
    number.addEventListener("change", () => { take(number.value); update(); });
    this.controls.push(update);
    update();
    const title = h("span", { class: "name", text: label });
    if (hint) { title.append(h("span", { class: "soft", text: " " + hint })); }
    parent.append(h("label", { class: "slider" }, title, range, number));
  }

  build() {
    const amounts = byId("amounts"), fees = byId("fees"), switches = byId("switches");
    const step = this.step();
    for (const each of this.data.amounts) {
      if (!Object.keys(each.knobs).length || !this.occurs(each)) { continue; }
      const max = Math.max(10 * step, 4 * each.amount);
      const only = each.name === "bonus.melds" ? { max: 4, most: 1000, step: 0.5 } : { max, most: 1e5, step };
      this.slider(amounts, each.title, "", only, () => this.state.amounts[each.name], x => { this.state.amounts[each.name] = x; });
    }
    const titles = { antes: "Of the antes, %", winnings: "Of what losers pay, %" };
    for (const fee of ["antes", "winnings"]) {
      this.slider(fees, titles[fee], "", { max: 25, most: 100, step: 1 / Math.min(1, step) },
        () => Math.round(1e6 * this.state.fees[fee]) / 1e4, x => { this.state.fees[fee] = Math.round(1e4 * x) / 1e6; });
    }
    for (const each of this.data.switches) {
      const set = h("fieldset", {}, h("legend", { text: each.title }));
      each.values.forEach((value, i) => {
        const radio = h("input", { type: "radio", name: each.knob, value });
        const update = () => { radio.checked = this.state.settings[each.knob] === value; };
        radio.addEventListener("change", () => { this.state.settings[each.knob] = value; this.changed(); });
        this.controls.push(update);
        update();
        set.append(h("label", { class: "choice" }, radio, h("span", { text: each.texts[i] })));
      });
      switches.append(set);
    }
    byId("switching").hidden = !this.data.switches.length;
    byId("reset").addEventListener("click", () => { location.hash = ""; this.read(); this.controls.forEach(set => set()); this.changed(); });
    const leads = { own_count: "Your count", stock_left: "Cards left in the stock", opponents_open: "Opponents with an open meld",
      caller_cards: "Cards in the caller's hand" };
    for (const grid of this.grids()) {
      const box = byId(grid.question + "-controls");
      byId(grid.question).hidden = false;
      grid.axes.forEach(([name, edges], axis) => {
        const most = name === "stock_left" ? 15 : name === "caller_cards" ? 13 : edges[edges.length - 1];
        this.slider(box, leads[name], "", { max: most, most, step: 1 }, () => this.places[grid.question][axis],
          x => { this.places[grid.question][axis] = x; this.touched = true; });
      });
    }
    byId("answers").hidden = !this.grids().length;
    byId("left-out").replaceChildren(...this.data.left_out.map(text => h("li", { text })));
  }

  /** The step of amounts: whole units where all are whole, else what divides them all. */
  step() {
    const amounts = this.data.amounts.filter(each => each.name !== "bonus.melds" && each.name !== "points");
    return [1, 0.5, 0.25, 0.2, 0.1, 0.05].find(step =>
      amounts.every(each => Math.abs(each.amount / step - Math.round(each.amount / step)) < 1e-9)) || 0.01;
  }

  /** Whether a part was ever paid in these games. */
  occurs(part) {
    const number = this.data.amounts.indexOf(part);
    const size = this.explore.size;
    return this.data.variants.some(v => this.explore.features.some((each, i) => each.part === number &&
      [0, 1, 2].some(slot => v.sums.slots_x[slot * size + i] !== 0 || this.explore.diagonal(v, slot * size + i) !== 0)));
  }

  changed() {
    const address = this.address();
    history.replaceState(null, "", address ? "#" + address : location.pathname + location.search);
    this.show();
  }

  show() {
    const rows = this.explore.rows(this.state), v = this.explore.variant(this.state);
    const house = rows.house.mean;
    const bar = [...rows.players.map(each => [each.player, each.payout.mean]), ...(house ? [["house", house]] : [])];
    byId("bar").replaceChildren(...bar.map(([name, value]) => h("span", { class: value < 0 ? "loss" : "gain" },
      h("b", { text: name }), " " + signed(value))));
    const sources = ["base", "sunog", "bonus", "sagasa", "pot", "jackpot", "fees"].filter(part =>
      rows.players.some(each => Math.abs(each.parts[part]) > 1e-12));
    byId("players").replaceChildren(
      table("Payout of a game, units", ["Player", "Mean", "95 % interval", "Swing (sd)", "Wins", "Sunog"], rows.players.map((each, i) =>
        [each.player, signed(each.payout.mean), limits(each.payout.ci95), each.payout_sd.toFixed(3),
          percent(v.players[i].win_rate), percent(v.players[i].sunog_rate)])),
      table("Where it comes from", ["Player", ...sources], rows.players.map(each =>
        [each.player, ...sources.map(part => signed(each.parts[part]))])),
      table("By seat", ["Seat", "Mean", "95 % interval", "Swing (sd)"], [
        ...rows.seats.map(each => ["ABCD"[each.seat], signed(each.payout.mean), limits(each.payout.ci95), each.payout_sd.toFixed(3)]),
        ["dealer", signed(rows.dealer.payout.mean), limits(rows.dealer.payout.ci95), rows.dealer.payout_sd.toFixed(3)]]));
    byId("house").textContent = house ? `The house keeps ${house.toFixed(3)} units a game (${limits(rows.house.ci95)}).` : "The house keeps nothing.";
    byId("won").textContent = `The winner of a game is paid ${rows.won_per_game.toFixed(3)} units; a game has ${v.turns.toFixed(1)} turns.`;
    byId("rounded").hidden = rows.exact;
    this.showBehaviour();
    this.showAnswers(v);
    this.showCommand(v);
  }

  showBehaviour() {
    const base = this.explore.base();
    const moved = this.data.amounts.filter(each => this.state.amounts[each.name] !== each.amount);
    const sentences = moved.filter(each => each.moves).map(each =>
      `${each.title}: the players look at it (${each.moves}), so the figures are those of their play under the rules above.`);
    const anything = moved.length || ["antes", "winnings"].some(fee => this.state.fees[fee] !== base.fees[fee]);
    for (const grid of this.explore.variant(this.state).grids) {
      const turned = anything ? this.explore.turned(grid, this.state) : [];
      const words = grid.question === "calls" ? ["call", "wait"] : ["challenge", "fold"];
      if (turned.length) {
        const many = turned.reduce((sum, [place]) => sum + grid.cells[place][1], 0);
        const all = grid.cells.reduce((sum, [, forks]) => sum + forks, 0);
        sentences.push(`With these payments ${words.join(" or ")} has another answer in ${turned.length} of ${grid.cells.length} situations ` +
          `(${percent(many / all)} of these decisions), such as: ` + turned.slice(0, 3).map(([place, , now]) =>
          `${this.situation(grid, grid.cells[place][0])}: ${words[now > 0 ? 0 : 1]}`).join("; ") + ".");
      }
    }
    if (anything && !sentences.length) {
      sentences.push("The bots play as before, and no answer at a call or a challenge that is sure turns. People may still play otherwise.");
    }
    byId("behaviour").replaceChildren(...sentences.map(text => h("p", { text })));
    byId("behaviour").hidden = !sentences.length;
  }

  situation(grid, number) {
    const words = { own_count: "count", stock_left: "stock", opponents_open: "open opponents", caller_cards: "caller's cards" };
    const parts = [];
    for (let axis = grid.axes.length - 1; axis >= 0; axis--) {
      const [name, edges] = grid.axes[axis], bin = number % edges.length;
      const last = bin + 1 < edges.length ? edges[bin + 1] - 1 : null;
      parts.unshift(`${words[name]} ${edges[bin]}${last === null ? "+" : last > edges[bin] ? "–" + last : ""}`);
      number = Math.floor(number / edges.length);
    }
    return parts.join(", ");
  }

  showAnswers(v) {
    for (const { question } of this.grids()) {
      const out = byId(question + "-answer"), strip = byId(question + "-strip");
      const grid = v.grids.find(each => each.question === question);
      byId(question + "-controls").hidden = !grid;
      if (!grid) {
        out.replaceChildren(h("p", { text: "Played like this, it came up too rarely to say." }));
        strip.replaceChildren();
        continue;
      }
      const words = question === "calls" ? ["Call", "Wait"] : ["Challenge", "Fold"];
      const values = this.places[question], place = this.explore.find(grid, values);
      if (place < 0) {
        out.replaceChildren(h("p", { text: "Too few such decisions to say." }));
      } else {
        const each = this.explore.cell(grid, place, this.state);
        const sure = each.ci95 !== null && (each.ci95[0] > 0 || each.ci95[1] < 0);
        const verdict = sure ? words[each.diff > 0 ? 0 : 1] + "." : "Cannot say.";
        out.replaceChildren(h("p", { class: "says", text: verdict }), h("p", { text:
          `${words[0]}: ${signed(each.yes)} units. ${words[1]}: ${signed(each.no)}. Difference ${signed(each.diff)}` +
          (each.ci95 === null ? ", without an interval: nothing is paid for this under the rules that were played."
            : ` (${limits(each.ci95)}), ${each.n.toLocaleString("en")} decisions: ${this.situation(grid, grid.cells[place][0])}.`) }));
      }
      out.append(h("p", { class: "soft", text: this.solvedWords(grid, words) }));
      const edges = grid.axes[0][1];
      strip.replaceChildren(...edges.map((edge, bin) => {
        const at = this.explore.find(grid, [edge, ...values.slice(1)]);
        const each = at < 0 ? null : this.explore.cell(grid, at, this.state);
        const kind = each === null ? "none" : each.ci95 && each.ci95[0] > 0 ? "yes" : each.ci95 && each.ci95[1] < 0 ? "no" : "open";
        const here = values[0] >= edge && (bin + 1 === edges.length || values[0] < edges[bin + 1]);
        const cell = h("button", { type: "button", class: kind, "aria-pressed": String(here), text: String(edge),
          title: each === null ? "too few decisions" : signed(each.diff) });
        cell.addEventListener("click", () => {
          this.places[grid.question] = [edge, ...values.slice(1)];
          this.touched = true;
          this.controls.forEach(set => set());
          this.changed();
        });
        return cell;
      }));
    }
  }

  /** What solved players answer here, or how to find out. The axes of challenges stand in another order there. */
  solvedWords(grid, words) {
    const profile = this.explore.solved(this.state), [count, second, third] = this.places[grid.question];
    if (!profile) {
      return "Solved play under these rules has not been computed: the last command below does, and --solved shows it here.";
    }
    const mine = profile.grids.find(each => each.question === grid.question);
    const order = grid.question === "calls" ? [count, second, third] : [count, third, second];
    const each = mine && this.explore.solvedCell(mine, order);
    if (!each) { return "Solved players never come here."; }
    const gain = profile.gain === null ? "" : ` No deviation that was tried gains more than ${profile.gain.toFixed(3)} units a game.`;
    return `Three solved players ${words[0].toLowerCase()} here in ${percent(each.yes)} of the cases: ${words[0].toLowerCase()} ` +
      `${signed(each.ev_yes)}, ${words[1].toLowerCase()} ${signed(each.ev_no)} units.${gain}`;
  }

  showCommand(v) {
    const set = this.explore.changes(this.state).map(([knob, value]) => ` --set ${knob}=${value}`).join("");
    const d = this.data, quote = text => /^[\w.,+-]+$/.test(text) ? text : `'${text}'`;
    const played = ` --players ${quote(d.bots.map(each => each.spec).join(","))}`;
    const length = (d.match_games > 1 ? ` --match-games ${d.match_games}` : "") + (d.fixed_seats ? " --fixed-seats" : "");
    const lines = [`tongits simulate ${d.rules_option}${set}${played} --games ${d.games} --seed ${d.seed}${length}`];
    for (const grid of v.grids) {
      lines.push(`tongits analyze ${grid.question} ${d.rules_option}${set}${played} --games ${grid.games} --seed ${d.seed}`);
    }
    lines.push(`tongits solve ${d.rules_option}${set} -o solved.profile`);
    byId("commands").textContent = lines.join("\n");
    const looking = d.amounts.filter(each => each.moves && this.state.amounts[each.name] !== each.amount);
    byId("promise").textContent = looking.length
      ? `These commands print other figures: their players look at ${looking.map(each => each.title.toLowerCase()).join(" and ")} and play otherwise then.`
      : "Every figure above is what these commands print.";
  }
}

Explore.prototype.diagonal = function (v, i) {
  const width = 3 * this.size;
  return v.sums.slots_xx[0][i * width - i * (i - 1) / 2];
};

inflated(byId("data").textContent).then(data => {
  const explore = new Explore(jsonOf(data));
  window.page = new Page(explore);
  document.body.dataset.ready = "yes";
});
