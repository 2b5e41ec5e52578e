// The worker of the page: games, advice, reviews, batches; and its messages.

// The sums of a tally for this page, as plain numbers; those of several blocks add up.
function sumsOf(table) {
  const { tally, pack } = table, names = pack.tally.clusters, k = names.length;
  const clusters = tally.all("clusters"), fields = pack.tally.fields, cells = tally.all("cells");
  const of = (slot, name) => {
    const at = fields.indexOf(name);
    let sum = 0;
    for (let cell = 0; cell < 6; cell++) sum += cells[(6 * slot + cell) * fields.length + at];
    return sum;
  };
  return {
    count: clusters[0], n: clusters[1], nn: clusters[2],
    x: clusters.slice(3, 3 + k), nx: clusters.slice(3 + k, 3 + 2 * k), xx: clusters.slice(3 + 2 * k, 3 + 3 * k),
    endings: tally.all("totals").slice(0, pack.endings.length), turns: tally.get("totals", 6),
    slots: [0, 1, 2].map((slot) => Object.fromEntries(fields.map((name) => [name, of(slot, name)]))),
  };
}

function addSums(one, other) {
  if (!one) return other;
  if (typeof one === "number") return one + other;
  if (Array.isArray(one)) return one.map((each, at) => addSums(each, other[at]));
  return Object.fromEntries(Object.keys(one).map((name) => [name, addSums(one[name], other[name])]));
}

// Mean of a column per game with its 95 % interval, matches being independent.
function ratio(sums, column) {
  const { count: c, n, nn } = sums, s = sums.x[column], mean = s / n;
  const left = Math.max(0, sums.xx[column] - 2 * mean * sums.nx[column] + mean * mean * nn);
  const half = c > 1 ? t95(c - 1) * Math.sqrt((left * c) / (c - 1)) / n : Infinity;
  return { mean, low: mean - half, high: mean + half };
}

// ---- the worker -----------------------------------------------------------------------------------------------------

const DECISIONS = { call: 0, challenge: 1, lay: 3, discard: 5 }; // at which a topic of questions comes up

class Service {
  constructor(pack, module) {
    this.pack = pack;
    this.module = module;
    this.stopped = new Set();
  }
  fresh() {
    return Engine.of(this.pack, this.module);
  }
  async start({ rules, bots, seed, seat = 0, games }) {
    this.rules = rules;
    this.live = await Live.of(await this.fresh(), rules, bots, seed, games, seat);
    this.earlier = [];
    return this.live.deal();
  }
  next() {
    this.earlier.push(this.record());
    return this.live.deal();
  }
  // Replay a match up to the point where it was left; `chosen`: the person's options, by game.
  async resume({ chosen, ...match }) {
    let look = await this.start(match);
    const score = [0, 0, 0];
    chosen.forEach((options, number) => {
      if (number) look = this.next();
      for (const option of options) look = this.act({ option });
      if (look.over && number < chosen.length - 1) look.result.payout.forEach((each, seat) => { score[seat] += each; });
    });
    return { look, score };
  }
  act({ option }) {
    return this.live.act(option);
  }
  undo() {
    return this.live.undo();
  }
  record() {
    return this.live.record();
  }
  // The records of the match so far, this game the last.
  match() {
    return [...this.earlier, this.record()];
  }
  // The position as the person knows it, for another worker.
  moment() {
    return momentOf(this.live, this.rules);
  }
  // Value the options of a position, of a game or in words, at the four tables; `tell` gets better and better answers.
  // `worlds`: the number of worlds, instead of the steps of the terminal.
  async weigh({ moment, facts, rules, worlds = 0, seed = 1 }, tell, id) {
    const engine = await this.fresh(), house = rules || moment.rules, known = facts ? await namedPosition(engine, house, facts) : await livedPosition(engine, moment);
    const { look } = known;
    if (known.table.rules.get("match_progressive_target")) throw new Error("no_advice"); // no worth in money
    const advice = await FourTables.of(engine, house, known, look.options, seed, worlds), now = () => ({ worlds: advice.worlds, ...advice.answers(), look });
    let last = 0;
    while (!advice.over && !this.stopped.has(id)) {
      advice.more();
      if (tell && Date.now() - last > 150 && advice.found) {
        tell(now());
        last = Date.now();
      }
      await new Promise((go) => setTimeout(go));
    }
    if (advice.worlds && !advice.found) throw new Error("bad_position");
    return advice.worlds ? now() : { worlds: 0, rows: [], look };
  }
  // The cost of the decisions of one seat in a record, in the order of the game; `earlier` as of `Live.replay`, `worlds` as
  // of `weigh`.
  async reviewRecord({ record, earlier = [], rules, seat, worlds = 0 }, tell, id) {
    const found = [], moments = [];
    await Live.replay(await this.fresh(), record, rules, (live, event, wanted) => {
      if (event.seat === seat) moments.push({ ...momentOf(live, rules), option: wanted });
      return false;
    }, earlier);
    for (const [at, moment] of moments.entries()) {
      if (this.stopped.has(id)) break;
      const answers = moment.look.options.length > 1 ? await this.weigh({ moment, worlds }, null, id) : { rows: [] };
      const chosen = answers.rows.find((each) => sameOption(each.option, moment.option));
      if (chosen) found.push({ at, answers, chosen: answers.rows.indexOf(chosen) });
      if (tell) tell({ found: chosen ? found.at(-1) : null, done: at + 1, of: moments.length });
    }
    return found;
  }
  // A position of a game of the strongest bots that is a question, and in which a beginner would choose otherwise: its
  // answers. null if it was stopped.
  async question({ rules, seed, topic = "any" }, _, id) {
    const { strong, beginners } = this.pack.strengths, live = await Live.of(await this.fresh(), rules, [strong, strong, strong], seed, 1, 0);
    const { table } = live, novice = await Table.of(table.engine, rules, Array(3).fill({ name: beginners }));
    novice.view = table.view;
    table.bots[0] = null; // it stops there, though the bot sits there
    for (let game = 0; !this.stopped.has(id); game++) {
      table.beginMatch(seed + game, 0, 1);
      live.deal();
      while (!live.over && !this.stopped.has(id)) {
        const word = table.ask();
        if ((topic === "any" || DECISIONS[topic] === table.view.get("decision")) && word !== novice.ask()) {
          const moment = momentOf(live, rules), good = (answers) => isQuestion(answers) && (topic === "any" || topicOf(answers) === topic);
          if (topic !== "lay" || !isOpen(moment.look)) {
            const quick = await this.weigh({ moment, worlds: 32 }, null, id), answers = good(quick) ? await this.weigh({ moment }, null, id) : null;
            if (answers && good(answers)) return answers;
          }
        }
        table.apply(word);
        live.run();
      }
    }
    return null;
  }
  // Matches of a batch: sums of a block.
  async batch({ rules, players, seed, first, matches, games = 1, fixed = false }) {
    const specs = players.map((each) => readSpec(this.pack, each));
    const key = JSON.stringify([rules, players]);
    if (this.key !== key) {
      this.table = await Table.of(await this.fresh(), rules, specs);
      this.key = key;
    }
    this.table.tally.bytes.fill(0);
    const seatings = fixed ? ROTATED.slice(0, 1) : new Set(players.map((each) => JSON.stringify(each))).size === 3 ? BOTH_ORDERS : ROTATED;
    this.table.batch({ seed: BigInt(seed), first, matches, games, seatings });
    return sumsOf(this.table);
  }
  stop({ id }) {
    this.stopped.add(id);
  }
}

// Whether a play is clearly worse than the best.
const worse = (row) => row.word === "clear";

// Whether a position can be asked: one play is ahead of all others, and of those shown some are clearly wrong.
const SHOWN = 5;
const isQuestion = ({ rows, verdict, margin }) => rows.length > 1 && verdict.word !== "close" && rows[1].lead.mean > 2 * margin && above(rows[1].lead)
  && rows.slice(0, SHOWN).some(worse);

const isOpen = (look) => look.melds.some((each) => each.owner === look.seat);

// What a question is about: a call, a challenge, the first meld, a discard; empty for others, such as what to draw.
function topicOf({ rows, look }) {
  const kinds = rows.slice(0, SHOWN).map((each) => each.option.kind), some = (...wanted) => kinds.some((each) => wanted.includes(each));
  if (some("challenge", "fold")) return "challenge";
  if (some("call")) return "call";
  if (some("lay") && !isOpen(look)) return "lay";
  return kinds.every((each) => each === "discard") ? "discard" : "";
}

function sameOption(one, other) {
  return one && one.kind === other.kind && one.word === other.word && one.cards.join() === other.cards.join();
}

// The knowledge of a seat at a decision, as plain values: its cards at the deal, and the log as it saw it.
function momentOf(live, rules) {
  const { table, seat } = live, rows = [];
  for (let at = 0; at < table.log.get("n"); at++) rows.push([0, 1, 2].map((column) => table.log.big("rows", 3 * at + column)));
  return { rules, seat, decision: live.decision, begun: live.begun, dealt: table.game.big("dealt", seat), view: table.view.save(),
    rows: seenRows(rows, seat, table.rules.get("response_order") === sequentialCode(table.pack)), look: live.look(0) };
}

async function livedPosition(engine, moment) {
  const gained = moment.rows.filter(([head]) => Number((head >> 8n) & 255n) === moment.seat && [1, 2, 3, 4].includes(Number(head & 255n)));
  const own = gained.reduce((mask, [, cards]) => mask | cards, moment.dealt);
  return { ...moment, own, table: await dealtTo(engine, moment.rules, moment) };
}

async function namedPosition(engine, rules, facts) {
  const now = await position(engine, rules, facts), back = Math.min(engine.pack.advice.turns_back, facts.discards.length);
  const start = await position(engine, rules, facts, back), view = now.table.view.save(), look = now.look(0);
  if (!back) { // without turns back the position itself is the start
    now.table.game.set("phase", facts.drawn ? 3 : 2);
    start.table.game.load(now.table.game.bytes);
    start.table.view.load(now.table.view.bytes);
  }
  return { table: start.table, seat: 0, decision: now.decision, rows: movesSince(facts, back), own: maskOf(facts.hand), view, look };
}

// In a worker: {pack, module} first, then {id, method, args}; answers {id, value}, {id, part} or {id, error}.
function serve(scope) {
  let service = null, busy = Promise.resolve();
  scope.onmessage = ({ data }) => {
    if (data.pack) {
      service = new Service(data.pack, data.module);
      return;
    }
    if (data.method === "stop") { service.stop(data.args); return; }
    busy = busy.then(async () => {
      try {
        const value = await service[data.method](data.args || {}, (part) => scope.postMessage({ id: data.id, part }), data.id);
        scope.postMessage({ id: data.id, value });
      } catch (error) {
        scope.postMessage({ id: data.id, error: error.message });
      } finally {
        service.stopped.delete(data.id);
      }
    });
  };
}
