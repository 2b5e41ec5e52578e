// Advice: the value of every option of a position, of a game in play or of a position in words.

// Acts of the log, and the decision for each kind of option.
const ACT = { draw: 1, take: 2, takeFree: 4, lay: 5, secret: 6, sapaw: 7, discard: 8 };
const AT = { call: 0, pass: 0, challenge: 1, fold: 1, draw: 2, take: 2, lay: 3, sapaw: 4, discard: 5 };

// The knowledge of a seat after the deal: records of another deal with the same own cards and the same history of the
// match, without all else.
async function dealtTo(engine, rules, { begun, dealt, seat, view: bytes }) {
  const table = await Table.of(engine, rules, [null, null, null]), { game, view, match } = table;
  match.load(begun);
  const dealer = match.get("dealer"), jokers = table.rules.get("jokers_count");
  const others = ALL_CARDS(jokers).filter((card) => !((dealt >> BigInt(card)) & 1n));
  for (let step = 0; step < 3; step++) {
    const other = (dealer + step) % 3;
    let hand = dealt;
    if (other !== seat) {
      hand = 0n;
      for (let n = step === 0 ? 13 : 12; n; n--) hand |= 1n << BigInt(others.pop());
    }
    game.set("dealt", hand, other);
  }
  others.forEach((card, at) => game.set("stock", card, at));
  engine.call.begin_dealt(game.at, view.at, table.rules.at, match.at, table.log.at);
  for (const name of ["phase", "ending"]) game.set(name, 0);
  game.set("winner", -1);
  const now = engine.record("view");
  now.load(bytes);
  copyHistory(now, view);
  return table;
}

// What the earlier games of the match showed to all.
function copyHistory(from, to) {
  for (const [name, [, , count]] of Object.entries(to.layout.fields))
    for (let at = 0; name.startsWith("past_") && at < count; at++) to.set(name, from.big(name, at), at);
}

const ALL_CARDS = (jokers) => [...Array(64).keys()].filter((card) => (card & 15) < 13).concat([X1, X2].slice(0, jokers));

// Remove from records everything that a seat does not know.
function withoutOthers({ game, view }, seat) {
  for (const name of game.engine.pack.advice.hidden)
    for (let other = 0, width = game.place(name)[2] / 3; other < 3; other++)
      for (let at = 0; other !== seat && at < width; at++) game.set(name, 0, width * other + at);
  for (const name of ["stock", "words", "decisions", "chance"])
    for (let at = 0; at < game.place(name)[2]; at++) game.set(name, 0, at);
  if (view.get("seat") !== seat) game.set("drawn", -1);
  for (const [name, [, , count]] of Object.entries(view.layout.fields)) {
    if (name === "turn") break;
    for (let at = 0; at < count; at++) view.set(name, 0, at);
  }
}

// The value of every option of a position at one table: worlds drawn by the play of the others.
class Advice {
  // `known`: {table: records at the start of what is known, seat, decision, rows: the log since as BigInts, view: bytes
  // of the view now}; `options` as of `Live.options`; `bots`: specs of those who play on, by seat.
  static async of(engine, rules, known, options, bots, seed = 1) {
    const advice = new Advice(), { pack } = engine, { seat } = known, about = pack.advice;
    const table = await Table.of(engine, rules, bots);
    [0, 1, 2].forEach((each) => table.table.set("seating", each, each));
    const dear = known.rows.length > 0, orders = dear && known.decision !== AT.fold ? about.orders : 1;
    Object.assign(advice, { engine, table, options, orders, perWalk: dear ? about.per_walk : 1, worlds: 0, walk: [], payout: [], ends: [] });
    advice.outcomes = engine.record("outcomes");
    const worlds = advice.record = engine.record("worlds"), game = worlds.part("start_game"), start = worlds.part("start_view");
    withoutOthers(known.table, seat);
    game.load(known.table.game.bytes);
    start.load(known.table.view.bytes);
    worlds.part("match").load(known.table.match.bytes);
    engine.rare(game);
    start.part("rules").load(table.rules.bytes);
    const set = (values) => Object.entries(values).forEach(([key, value]) => worlds.set(key, value));
    set({ seat, decision: known.decision, moves: known.rows.length, seed, resume: engine.places.resume, burn_in: about.burn_in, thin: about.thin,
      per_walk: advice.perWalk, discards_from: 0, unnamed: 0, n_actions: options.length });
    known.rows.flat().forEach((value, at) => worlds.set("rows", value, at));
    about.factors.forEach((factor, at) => worlds.set("factor", factor, at));
    advice.place(known, start);
    advice.moved(known.rows, start);
    options.forEach((option, at) => {
      worlds.set("decisions", AT[option.kind], at);
      worlds.set("words", option.word === null ? maskOf(option.cards) : BigInt(option.word), at);
    });
    advice.loose = options.map((option) => looseAfter(engine, table, known, option));
    advice.wanted = options.map(() => 1);
    advice.played = options.map(() => 0);
    engine.call.arrange_own(...advice.records, worlds.at);
    return advice;
  }
  get records() {
    const { table } = this;
    return [...table.board, table.table.at, table.match.at, table.result.at];
  }
  // The cards of unknown place, and their number in each hand.
  place(known, start) {
    const { seat } = known, worlds = this.record, now = this.engine.record("view");
    now.load(known.view);
    let own = known.own, unknown = ALL_CARDS(this.table.rules.get("jokers_count")).reduce((mask, card) => mask | (1n << BigInt(card)), 0n);
    unknown &= ~(own | now.big("seen"));
    const sizes = [0, 0, 0, 0];
    for (let other = 0; other < 3; other++) {
      if (other !== seat) {
        unknown &= ~now.big("known", other);
        sizes[other] = now.get("hand_size", other) - sizeOf(now.big("known", other));
      }
      worlds.set("n_hidden", sizes[other], other);
      worlds.set("certain_at_start", other === seat ? 0 : start.big("known", other), other);
      worlds.set("weight_of", 1, other);
    }
    worlds.set("unknown", unknown);
    for (let at = 0; at < 64; at++) worlds.set("group", this.engine.pack.advice.in_stock, at);
    sizes.flatMap((size, group) => Array(Math.max(0, size)).fill(group)).forEach((group, at) => worlds.set("group", group, at));
    const rowsOf = {};
    let number = start.get("n_melds"), k = 0, hidden = 0;
    known.rows.forEach(([head], at) => {
      if ([ACT.take, ACT.lay, ACT.secret].includes(Number(head & 255n))) rowsOf[number++] = at;
    });
    for (let meld = 0; meld < now.get("n_melds"); meld++) {
      if (now.get("meld_kind", meld) || now.get("meld_owner", meld) === seat) continue;
      worlds.set("secret_seat", now.get("meld_owner", meld), k);
      worlds.set("secret_size", now.get("meld_size", meld), k);
      worlds.set("secret_row", rowsOf[meld] ?? -1, k);
      worlds.set("secret_number", meld, k++);
      hidden += now.get("meld_size", meld);
    }
    worlds.set("secrets", k);
    const needed = sizes.reduce((a, b) => a + b) + hidden + now.get("stock_left");
    if (needed !== sizeOf(unknown)) throw new Error("bad_position");
  }
  // The cards that left hands since the start, and the draws with the cards that each may have brought.
  moved(rows, start) {
    const worlds = this.record, left = [0n, 0n, 0n], offers = [], bitOf = (card) => (card < 0 ? 0n : 1n << BigInt(card));
    let offer = start.get("offer"), draws = [];
    const single = (mask) => (mask ? cardOf(cardsIn(mask)[0]) : -1);
    for (const [head, cards] of rows) {
      offers.push(offer);
      if (Number(head & 255n) === ACT.discard) offer = single(cards);
    }
    for (let at = rows.length - 1; at >= 0; at--) {
      const [head, cards] = rows[at], act = Number(head & 255n), seat = Number((head >> 8n) & 255n);
      if ([ACT.lay, ACT.sapaw, ACT.discard].includes(act)) left[seat] |= cards;
      else if (act === ACT.take) left[seat] |= cards & ~bitOf(offers[at]);
      else if (act === ACT.takeFree) {
        left[seat] &= ~cards;
        draws = draws.map((each) => (each.seat === seat ? { ...each, pool: each.pool & ~cards } : each));
      } else if (act === ACT.draw)
        draws.push({ seat, row: at, card: single(cards), pool: left[seat] & ~worlds.big("certain_at_start", seat) });
    }
    left.forEach((cards, seat) => worlds.set("left_hand", cards, seat));
    worlds.set("draws", draws.length);
    draws.reverse().forEach((each, at) => ["seat", "row", "card", "pool"].forEach((name) => worlds.set(`draw_${name}`, each[name], at)));
  }
  // Play `count` more worlds with every wanted option, each with some orders of its stock.
  more(count) {
    const { outcomes, engine, options, orders } = this, { data } = engine, all = engine.pack.advice.orders;
    outcomes.set("first", this.worlds);
    outcomes.set("count", count);
    outcomes.set("orders", orders);
    this.wanted.forEach((each, at) => outcomes.set("active", each, at));
    if (!Number(engine.call.advise(...this.records, this.record.at, outcomes.at))) throw new Error("bad_position");
    const [payout] = outcomes.place("payout"), [flags] = outcomes.place("flags"), most = outcomes.place("active")[2];
    for (let i = 0; i < count; i++) {
      if (!(outcomes.get("weights", i * all) > 0)) continue; // no world was found
      const over = (of) => options.map((_, at) => mean(Array.from({ length: orders }, (_, order) => of((i * all + order) * most + at))));
      this.walk.push(Math.floor((this.worlds + i) / this.perWalk));
      this.payout.push(over((at) => data.getInt32(payout + 4 * at, true)).map((each) => each / 100));
      this.ends.push([1, 2, 4].map((bit) => over((at) => (data.getUint8(flags + at) & bit ? 1 : 0))));
    }
    this.worlds += count;
    this.wanted.forEach((each, at) => { if (each) this.played[at] = this.walk.length; });
  }
  // How much better an option is than another, in the worlds that both were played in: {mean, se}.
  gap(one, other) {
    const n = Math.min(this.played[one], this.played[other]), gaps = this.payout.slice(0, n).map((row) => row[one] - row[other]);
    if (one === other) return { mean: 0, se: 0 };
    return n ? { mean: mean(gaps), se: standardError(gaps.map((each) => each - mean(gaps)), this.walk) } : { mean: 0, se: Infinity };
  }
  // What an option is worth, by its gap to another that more worlds played, and how games end after it.
  value(option, level) {
    const n = Math.min(this.played[option], this.played[level]), base = mean(this.payout.slice(0, this.played[level]).map((row) => row[level]));
    const [win, burned, beaten] = [0, 1, 2].map((end) => mean(this.ends.slice(0, this.played[option]).map((row) => row[end][option])));
    return { ev: base + mean(this.payout.slice(0, n).map((row) => row[option] - row[level])), win, burned, beaten };
  }
}

// The same position at the four tables, or those that the opponents' answers to earlier calls leave likely; the own seat is
// played by the strongest. As `Values` of analyses/values.py: worlds in fixed steps, no clock, so the same seed gives the
// same digits as in the terminal.
class FourTables {
  // `worlds`: this many worlds with every option, instead of the steps.
  static async of(engine, rules, known, options, seed = 1, worlds = 0) {
    const { strengths, tables, advice } = engine.pack, at = [], all = await weightsOf(engine, rules, known), names = Object.keys(tables);
    for (const [number, spec] of Object.values(tables).entries()) {
      if (!all[number]) continue;
      const bots = [0, 1, 2].map((seat) => readSpec(engine.pack, seat === known.seat ? strengths.strong : spec));
      at.push(await Advice.of(engine, rules, known, options, bots, BigInt.asUintN(64, BigInt(seed) + BigInt(number) * BigInt(advice.apart))));
    }
    const often = known.rows.length ? 1 : advice.orders, steps = worlds ? [worlds] : advice.steps.map((step) => step * often), margin = await marginOf(engine, rules);
    return Object.assign(new FourTables(), { engine, at, tables: names.filter((_, table) => all[table]), weights: all.filter(Boolean), options, steps, exact: worlds > 0, step: 0, over: false, margin });
  }
  get worlds() {
    return this.at[0].worlds;
  }
  get found() {
    return this.at.every((each) => each.walk.length);
  }
  // Play a few more worlds at every table, at most up to the next step.
  more() {
    const { chunk } = this.engine.pack, to = this.steps[this.step], count = Math.min(chunk, to - this.worlds);
    for (const each of this.at) each.more(count);
    if (this.worlds < to) return;
    this.step += 1;
    this.over = this.step === this.steps.length || (!this.exact && this.settled());
    if (!this.over) this.giveUp();
  }
  // The option played in most worlds, with which all are compared, as `level` of analyses/values.py.
  level() {
    const played = this.options.map((_, option) => sum(this.at.map((each) => each.played[option])));
    return played.indexOf(Math.max(...played));
  }
  best() {
    const level = this.level(), leads = this.options.map((_, option) => this.lead(option, level).mean);
    return leads.indexOf(Math.max(...leads));
  }
  // Whether more worlds would hardly change the answer, as `is_settled` of analyses/values.py.
  settled() {
    const best = this.best(), { settled, known, enough } = this.engine.pack.advice, others = this.options.map((_, other) => other).filter((other) => other !== best);
    const gaps = this.at.flatMap((each) => others.filter((other) => each.wanted[other]).map((other) => each.gap(best, other)));
    if (gaps.every((gap) => above(gap, 0, settled))) return true;
    const leads = others.map((other) => this.lead(best, other));
    if (leads.some(({ mean, se }) => mean + known * se <= this.margin)) return true;
    if (this.worlds < this.steps[enough] || !leads.every((lead) => above(lead, this.margin, TOLD_APART))) return false;
    return gaps.every((gap) => above(gap, 0, SURE + known)) || !gaps.every((gap) => above(gap, 0, SURE - known));
  }
  gap(table, one, other) {
    return this.at[table].gap(one, other);
  }
  lead(one, other) {
    return overTables((...of) => this.gap(...of), this.weights, one, other);
  }
  // Play no longer what is clearly behind at a table and on the mean.
  giveUp() {
    const best = this.best(), { give_up } = this.engine.pack.advice, behind = ({ mean, se }) => mean > give_up * se;
    this.options.forEach((_, option) => {
      if (option === best || !behind(this.lead(best, option))) return;
      this.at.forEach((each) => { if (behind(each.gap(best, option))) each.wanted[option] = 0; });
    });
  }
  // The options, the best first: {option, loose, ev, win, burned, beaten, at: by table, lead: of the best over it, word: how
  // sure it is that the best is better}; the verdict names them by their places.
  answers() {
    const { best, word, near, instead } = decide((...of) => this.gap(...of), this.weights, this.options.length, this.margin, this.level());
    const rows = this.options.map((option, number) => {
      const at = this.at.map((each) => each.value(number, best)), over = (name) => mean(at.map((each) => each[name]));
      const ev = sum(at.map((each, table) => this.weights[table] * each.ev));
      const pair = [best, number], of = (table, one, other) => this.gap(table, pair[one], pair[other]);
      const known = number === best ? "best" : decide(of, this.weights, 2, this.margin).word;
      return { number, option, at, loose: this.at[0].loose[number], ev, win: over("win"), burned: over("burned"), beaten: over("beaten"), lead: this.lead(best, number), word: known };
    }).sort((one, other) => (other.number === best) - (one.number === best) || one.lead.mean - other.lead.mean);
    const place = (number) => (number === null ? null : rows.findIndex((each) => each.number === number));
    return { rows, tables: this.tables, margin: this.margin, verdict: { word, near: near.map(place), instead: instead.map(place) } };
  }
}

// Points outside melds that an option leaves in the hand.
function looseAfter(engine, table, { view, seat }, option) {
  const game = engine.record("game"), now = engine.record("view"), cards = maskOf(option.cards);
  now.load(view);
  engine.rare(game);
  const hand = now.big("hand"), taken = option.kind === "take" && option.cards.length === 1 && option.onto === undefined;
  game.set("hands", taken ? hand | cards : hand & ~cards, seat);
  engine.call.rearrange(game.at, table.rules.at, BigInt(seat));
  return game.get("deadwood", seat);
}

// ---- the deciding function of analyses/opponents.py ---------------------------------------------------------------------

const SURE = 2.5758293035489004, TOLD_APART = 1.5;
const above = ({ mean, se }, level = 0, errors = SURE) => mean - errors * se > level;

function overTables(gap, weights, one, other) {
  const each = weights.map((_, table) => gap(table, one, other));
  return { mean: sum(each.map(({ mean }, table) => weights[table] * mean)), se: Math.sqrt(sum(each.map(({ se }, table) => (weights[table] * se) ** 2))) };
}

function decide(gap, weights, actions, margin, level = 0) {
  if (actions < 2) return { best: 0, word: "forced", near: [], instead: [] };
  const numbers = [...Array(actions).keys()], places = weights.map((_, table) => table);
  const worth = numbers.map((action) => (action === level ? 0 : overTables(gap, weights, action, level).mean)), best = worth.indexOf(Math.max(...worth));
  const others = numbers.filter((each) => each !== best), lead = numbers.map((other) => overTables(gap, weights, best, other));
  const at = places.map((table) => numbers.map((other) => gap(table, best, other)));
  const instead = at.map((there) => others.filter((other) => above({ mean: -there[other].mean, se: there[other].se }, margin))
    .sort((one, other) => there[one].mean - there[other].mean)[0] ?? null);
  const near = others.filter((other) => !above(lead[other], margin, TOLD_APART)).sort((one, other) => lead[one].mean - lead[other].mean);
  if (near.length) return { best, word: "close", near, instead };
  if (others.every((other) => at.every((there) => above(there[other])))) return { best, word: "clear", near: [], instead: [] };
  return { best, word: "likely", near: [], instead };
}

// How likely each table is by the opponents' answers to calls in the earlier games of the match, together 1. As
// `weights_of` of analyses/seen.py.
async function weightsOf(engine, rules, { seat, view }) {
  const { tables, advice } = engine.pack, specs = Object.values(tables), now = engine.record("view");
  now.load(view);
  const seen = [1, 2].map((step) => (seat + step) % 3).map((other) => [now.get("past_challenges", other), now.get("past_folds", other)]).filter(([taken, folded]) => taken + folded);
  if (!seen.length) return specs.map(() => 1 / specs.length);
  const fits = [];
  for (const spec of specs) {
    const share = Math.min(Math.max(await challengeShare(engine, rules, spec), advice.surely), 1 - advice.surely);
    fits.push(sum(seen.map(([taken, folded]) => taken * Math.log(share) + folded * Math.log(1 - share))));
  }
  const chances = fits.map((fit) => Math.exp(fit - Math.max(...fits))), all = sum(chances);
  const kept = chances.map((chance) => (chance >= advice.unlikely * all ? chance : 0));
  return kept.map((chance) => chance / sum(kept));
}

// The share of calls that a bot challenges of those that it may, in games of three.
async function challengeShare(engine, rules, spec) {
  const { pack } = engine, key = JSON.stringify([rules, spec]), known = (engine.challengeShares ??= {});
  if (key in known) return known[key];
  const table = await Table.of(engine, rules, Array(3).fill(readSpec(pack, spec))), { fields } = pack.tally;
  table.batch({ seed: 1, first: 0, matches: pack.advice.share_games, seatings: ROTATED });
  const cells = table.tally.all("cells"), of = (name) => sum(cells.filter((_, at) => at % fields.length === fields.indexOf(name)));
  return (known[key] = of("asked") ? of("challenges") / of("asked") : 0);
}

// Units within which two actions are worth the same: 2 % of an average win between regular players, one digit.
async function marginOf(engine, rules) {
  const { strengths, tally } = engine.pack, set = { ...rules.set, "match.progressive_target": "0" };
  const table = await Table.of(engine, { ...rules, set }, Array(3).fill({ name: strengths.regular })), games = 2000;
  table.batch({ seed: 1, first: 0, matches: games, seatings: ROTATED });
  const share = (0.02 * table.tally.get("totals", tally.won)) / games / 100;
  if (share <= 0) return 0;
  const digit = 10 ** Math.floor(Math.log10(share));
  return Number((Math.floor(share / digit + 1e-9) * digit).toFixed(9));
}

const sum = (values) => values.reduce((a, b) => a + b, 0);
const mean = (values) => sum(values) / values.length;

// The standard error of a mean, from each world's deviation and its walk, widened where there are few walks.
function standardError(apart, walk) {
  const sums = new Map();
  apart.forEach((each, at) => sums.set(walk[at], (sums.get(walk[at]) || 0) + each));
  const walks = sums.size;
  return walks < 2 ? Infinity : (Math.sqrt((sum([...sums.values()].map((each) => each * each)) * walks) / (walks - 1)) / apart.length) * (t95(walks - 1) / Z95);
}

function halfWidth(values) {
  const n = values.length, middle = mean(values);
  return n < 2 ? Infinity : t95(n - 1) * Math.sqrt(sum(values.map((each) => (each - middle) ** 2)) / (n - 1) / n);
}

// The 97.5 % quantile of Student's t (Abramowitz and Stegun 26.7.5).
const Z95 = 1.959963984540054;
function t95(df) {
  const z = Z95, n = Math.max(df, 3);
  return z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n * n);
}

// The rows of a log as one seat saw them.
function seenRows(rows, seat, sequential) {
  return rows.map(([head, cards, word]) => {
    const act = Number(head & 255n);
    if (Number((head >> 8n) & 255n) === seat) return [head, cards, word];
    if (act === ACT.draw || act === ACT.secret) return [head, 0n, 0n];
    return !sequential && act >= 10 && act <= 12 ? null : [head, cards, word];
  }).filter(Boolean);
}

// ---- a position in words, not of a game in play ---------------------------------------------------------------------

// `facts`: {hand, melds: [{owner, cards}], discards: [cards, oldest first], stock, sizes: [mine, right, left], drawn}.
// Seats: 0 the person, 1 right, 2 left; the last card of the hand was drawn last. `back`: this number of turns ago, after
// the draw of that turn. Throws an Error that names a sentence about an impossible position. The same as
// tongits_sim/table/builder.py.
async function position(engine, rules, facts, back = 0) {
  const live = new Live(await Table.of(engine, rules, [null, null, null]), 0), { table } = live;
  const { game, view, match } = table, call = engine.call, drew = facts.hand.at(-1);
  const count = facts.discards.length, dealer = (3 - (count % 3)) % 3, seat = (3 - back) % 3, turn = count + 1 - back;
  const discards = facts.discards.slice(0, count - back), later = drawsSince(facts, back);
  live.names = ["you", "right", "left"];
  live.number = 0;
  table.beginMatch(0, 0, 1);
  match.set("dealer", dealer);
  live.before = live.chain();
  for (let each = 0; each < 3; each++) {
    view.set("sunog_risk", 1, each);
    view.set("turns", 1, each);
  }
  for (const meld of facts.melds) {
    if (!Number(call.add_meld(game.at, view.at, table.rules.at, BigInt(meld.owner), BigInt.asIntN(64, maskOf(meld.cards)), 0n)))
      throw new Error(`no_meld ${meld.cards.join(" ")}`);
    view.set("voluntary", view.get("voluntary", meld.owner) + 1, meld.owner);
  }
  const values = { dealer, seat, turn, stock_left: facts.stock + later, n_discards: discards.length, last_drawer: -1, caller: -1, streak_seat: -1,
    offer: discards.length ? cardOf(discards.at(-1)) : -1, jackpot: table.rules.get("match_progressive_target") ? 0 : 3 * table.rules.get("jackpot_seed") };
  Object.entries(values).forEach(([name, value]) => view.set(name, value));
  game.set("stock_size", facts.stock + later);
  discards.forEach((card, at) => {
    const by = (dealer + at) % 3, bit = maskOf([card]);
    view.set("discards", cardOf(card), at);
    view.set("discarded", view.big("discarded", by) | bit, by);
    view.set("seen", view.big("seen") | bit);
  });
  for (let each = 0; each < 3; each++) {
    const first = (each - dealer + 3) % 3;
    view.set("turns", turn > first ? Math.floor((turn - 1 - first) / 3) + 1 : 0, each);
    view.set("hand_size", facts.sizes[each] + (back && each === seat ? 1 : 0), each);
  }
  for (let past = 2; past < turn + (back || facts.drawn ? 1 : 0); past++) {
    const by = (dealer + past - 1) % 3;
    view.set("last_drawer", by);
    view.set("last_draw", past, by);
  }
  const hand = back && facts.drawn ? facts.hand.slice(0, -1) : facts.hand;
  game.set("winner", -1);
  game.set("drawn", !back && facts.drawn && count ? cardOf(drew) : -1);
  game.set("hands", maskOf(hand), 0);
  view.set("hand_size", hand.length, 0);
  call.rearrange(game.at, table.rules.at, 0n);
  game.set("phase", back || facts.drawn ? 3 : 0); // PHASE_LAY, or PHASE_TURN, which counts the turn itself
  if (back) return live;
  if (!facts.drawn) {
    view.set("turn", turn - 1);
    view.set("turns", view.get("turns", 0) - 1, 0);
  }
  live.decision = table.advance();
  if (live.decision < 0 || view.get("me") !== 0 || view.get("turn") !== turn) throw new Error("nothing_to_decide");
  if (!facts.drawn && ![AT.call, AT.draw].includes(live.decision)) throw new Error("must_draw"); // the engine has drawn
  return live;
}

const drawsSince = (facts, back) => Math.max(0, back - 1) + (facts.drawn && back ? 1 : 0);

// The plainest moves of the last turns, as rows of a log.
function movesSince(facts, back) {
  const rows = [], row = (act, seat, cards) => rows.push([BigInt(act | (seat << 8)), cards, 0n]);
  for (let ago = back; ago > 0; ago--) {
    const seat = (6 - ago) % 3;
    if (ago < back) row(ACT.draw, seat, 0n);
    row(ACT.discard, seat, maskOf([facts.discards.at(-ago)]));
  }
  if (facts.drawn && back) row(ACT.draw, 0, maskOf([facts.hand.at(-1)]));
  return rows;
}
