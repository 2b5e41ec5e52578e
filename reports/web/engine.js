// The engine: records of `engine.wasm` by the names of their fields, and functions that play with them. It holds no rule
// of the game and needs no page: it runs in a worker, in a page and under node.
"use strict";

const SCALAR = {
  i1: ["getInt8", 1], u1: ["getUint8", 1], i2: ["getInt16", 2], i4: ["getInt32", 4], u4: ["getUint32", 4],
  i8: ["getBigInt64", 8], u8: ["getBigUint64", 8], f8: ["getFloat64", 8], b1: ["getInt8", 1],
};

// A record in the memory of the module. `get` and `set` take the name of a field, "table.play" of one in a part, and
// the number of an element; `set` takes numbers of 64 bits as BigInts or as plain numbers.
class Rec {
  constructor(engine, layout, at) {
    this.engine = engine;
    this.layout = layout;
    this.at = at;
    this.size = layout.size;
  }
  place(name) {
    let layout = this.layout, at = this.at;
    const names = name.split(".");
    for (const each of names.slice(0, -1)) {
      const [offset, kind] = layout.fields[each];
      at += offset;
      layout = kind;
    }
    const [offset, kind, count] = layout.fields[names.at(-1)];
    return [at + offset, kind, count];
  }
  big(name, index = 0) {
    const [at, kind] = this.place(name);
    const [method, width] = SCALAR[kind];
    return this.engine.data[method](at + width * index, true);
  }
  get(name, index = 0) {
    return Number(this.big(name, index));
  }
  all(name) {
    return Array.from({ length: this.place(name)[2] }, (_, index) => this.get(name, index));
  }
  set(name, value, index = 0) {
    const [at, kind] = this.place(name);
    const [method, width] = SCALAR[kind];
    const wide = kind === "i8" || kind === "u8";
    this.engine.data[method.replace("get", "set")](at + width * index, wide ? BigInt(value) : Number(value), true);
  }
  part(name) {
    const [at, kind] = this.place(name);
    return new Rec(this.engine, kind, at);
  }
  get bytes() {
    return new Uint8Array(this.engine.memory.buffer, this.at, this.size);
  }
  save() {
    return this.bytes.slice();
  }
  load(bytes) {
    this.bytes.set(bytes);
  }
}

class Engine {
  constructor(pack, exports) {
    this.pack = pack;
    this.call = exports;
    this.memory = exports.memory;
    this.table = exports.__indirect_function_table;
    this.heap = exports.__heap_base.value;
    this.places = {};
    this.view = null;
    const wanted = new Set(["play_game", "resume", "rearrange_wild", "best_natural_bonus", "best_wild_bonus"]);
    for (const bot of Object.values(pack.bots)) bot.hooks.forEach((each) => wanted.add(each));
    let at = this.table.grow(wanted.size);
    for (const name of wanted) {
      this.table.set(at, exports[name]);
      this.places[name] = at++;
    }
  }
  static async of(pack, wasm) {
    const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    const { exports } = await WebAssembly.instantiate(module, { env: { pow: Math.pow } });
    return new Engine(pack, exports);
  }
  get data() {
    if (!this.view || this.view.buffer !== this.memory.buffer) this.view = new DataView(this.memory.buffer);
    return this.view;
  }
  room(size) {
    const at = (this.heap + 63) & ~63;
    this.heap = at + size;
    const lacking = this.heap - this.memory.buffer.byteLength;
    if (lacking > 0) this.memory.grow(Math.ceil(lacking / 65536) + 16);
    return at;
  }
  // A zeroed record.
  record(name) {
    const layout = this.pack.layouts[name];
    const record = new Rec(this, layout, this.room(layout.size));
    record.bytes.fill(0);
    return record;
  }
  rare(game) {
    game.set("wild_kernel", this.places.rearrange_wild);
    game.set("bonus_kernel", this.places.best_natural_bonus);
    game.set("wild_bonus_kernel", this.places.best_wild_bonus);
  }
}

// ---- rules: a name and changes --------------------------------------------------------------------------------------

// `rules` is {base: the name of a preset, set: {knob: text}}.
function knobsOf(pack, rules) {
  return { ...pack.rules[rules.base].knobs, ...(rules.set || {}) };
}

// The name of the shipped rules with the same knobs, "" for none.
function shippedRules(pack, rules) {
  const wanted = JSON.stringify(knobsOf(pack, rules));
  return Object.keys(pack.rules).find((name) => JSON.stringify(pack.rules[name].knobs) === wanted) || "";
}

function fillRules(engine, rules, record) {
  const { pack } = engine;
  record.load(bytesOf(pack.rules[rules.base].record));
  for (const [name, text] of Object.entries(rules.set || {})) {
    const knob = pack.knobs.find((each) => each.name === name);
    const known = knob.values.indexOf(text);
    record.set(knob.field, known >= 0 ? knob.codes[known] : Math.round(Number(text) * knob.scale));
  }
}

// The reason why rules contradict themselves, "" if they do not.
function clashOf(pack, rules) {
  const knobs = knobsOf(pack, rules);
  const found = pack.clashes.find((each) => Object.entries(each.values).every(([name, text]) => knobs[name] === text));
  return found ? found.why : "";
}

// Whether a house rule can have a value, as text.
function goodKnob(pack, name, text) {
  const knob = pack.knobs.find((each) => each.name === name), number = Number(text);
  if (!knob || typeof text !== "string" || !text.trim()) return false;
  return knob.values.length ? knob.values.includes(text) : number >= knob.lowest && number <= knob.highest && (knob.kind !== "whole" || Number.isInteger(number));
}

// Whether a value, from wherever, names rules that can be played.
function goodRules(pack, rules) {
  return isTable(rules) && typeof rules.base === "string" && Object.hasOwn(pack.rules, rules.base) && isTable(rules.set ?? {})
    && Object.entries(rules.set ?? {}).every(([name, text]) => goodKnob(pack, name, text)) && !clashOf(pack, rules);
}

const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// ---- bots: a spec is {name, values: {parameter: number}} -------------------------------------------------------------

function readSpec(pack, text) {
  const found = /^\s*([a-z_]+)\s*(?:\(([^)]*)\))?\s*$/.exec(text);
  const bot = found && Object.hasOwn(pack.bots, found[1]) && pack.bots[found[1]];
  if (!bot) return null;
  const values = {};
  for (const part of (found[2] || "").split(",").filter((each) => each.trim())) {
    const [name, value] = part.split("=").map((each) => each.trim());
    const param = bot.params.find((each) => each.name === name);
    if (!param || !(Number(value) >= param.low && Number(value) <= param.high)) return null;
    values[name] = Number(value);
  }
  return { name: found[1], values };
}

class Table {
  // Three seats under some rules; a bot is a spec, null for a person.
  static async of(engine, rules, bots) {
    const table = new Table();
    Object.assign(table, { engine, house: rules, bots, pack: engine.pack });
    for (const name of ["game", "view", "match", "result", "rules", "log", "table", "tally", "own", "choice", "mask"])
      table[name] = engine.record(name);
    fillRules(engine, rules, table.rules);
    table.view.part("rules").load(table.rules.bytes);
    // The module has engines for the usual rules, and for these and the usual players, which play the same games faster.
    const rulesOf = bytesOf(table.pack.rules[table.pack.usual_rules].record);
    const usual = table.rules.bytes.every((byte, at) => byte === rulesOf[at]);
    const known = bots.every((bot, slot) => bot?.name === table.pack.usual_players[slot]);
    table.kernel = !usual ? "batch" : known ? "usual_players_batch" : "usual_batch";
    engine.rare(table.game);
    table.table.set("play", engine.places.play_game);
    table.params = [];
    for (let slot = 0; slot < 3; slot++) {
      if (!bots[slot]) continue;
      const bot = table.pack.bots[bots[slot].name];
      table.params[slot] = await paramsOf(engine, rules, bots[slot]);
      table.table.set("params", table.params[slot], slot);
      table.table.set("chance", bot.chance ? 1 : 0, slot);
      bot.hooks.forEach((name, decision) => table.table.set("hooks", engine.places[name], 6 * slot + decision));
    }
    return table;
  }
  get board() {
    return [this.game, this.view, this.rules, this.log].map((each) => each.at);
  }
  // The matches `first` .. `first + matches - 1` of a batch, added to the tally; seatings: rows of slots by seat, ROTATED
  // for players of whom two are equal.
  batch({ seed, first, matches, games = 1, rotate = true, seatings = BOTH_ORDERS }) {
    const block = this.table.part("block");
    Object.entries({ of_seed: seed, first, matches, games, rotate: rotate ? 1 : 0, n_seatings: seatings.length })
      .forEach(([name, value]) => block.set(name, value));
    seatings.flat().forEach((slot, at) => block.set("seatings", slot, at));
    if (!this.tally.get("unit")) this.tally.set("unit", this.bin || 1);
    this.engine.call[this.kernel](...this.board, this.table.at, this.match.at, this.result.at, this.tally.at);
    if (this.table.get("faults")) throw new Error("a bot broke a rule: " + this.table.get("fault_reason"));
  }
  beginMatch(seed, number, games) {
    this.engine.call.begin_match(this.match.at, BigInt.asIntN(64, BigInt(seed)), BigInt(number), BigInt(games));
  }
  // Deal the next game of the match; slot i sits on seat i.
  deal(log = true) {
    this.log.set("on", log ? 1 : 0);
    this.log.set("n", 0);
    let chance = 0;
    for (let seat = 0; seat < 3; seat++) {
      const mine = this.table.get("chance", seat);
      this.game.set("chance", mine, seat);
      chance += mine;
    }
    this.engine.call.deal(this.game.at, this.view.at, this.rules.at, this.match.at, this.log.at);
    if (chance) this.game.set("special", 1);
  }
  advance() {
    return Number(this.engine.call.advance(...this.board));
  }
  apply(word) {
    return Number(this.engine.call.apply(...this.board, BigInt.asIntN(64, word)));
  }
  // The answer of the bot whose decision it is.
  ask() {
    const seat = this.view.get("me"), decision = this.view.get("decision");
    const hook = this.table.big("hooks", 6 * seat + decision);
    return BigInt.asUintN(64, this.engine.call.ask(hook, this.view.at, BigInt(this.params[seat])));
  }
  finish() {
    this.engine.call.finish(this.game.at, this.view.at, this.rules.at, this.match.at, this.result.at);
  }
  // The numbers of the actions that are legal at this step of the decision; `fresh`: at its first step.
  legal(fresh = true) {
    if (fresh) this.engine.call.begin_choice(this.choice.at);
    this.engine.call.fill_mask(this.view.at, this.own.at, this.choice.at, this.mask.at);
    const marks = this.mask.bytes, found = [];
    for (let at = 0; at < marks.length; at++) if (marks[at]) found.push(at);
    return found;
  }
  // Take a step with an action: its word once it is whole, null if a further step is needed.
  choose(action) {
    const state = Number(this.engine.call.choose(this.view.at, this.own.at, this.choice.at, BigInt(action)));
    if (state < 0) throw new Error(`action ${action} is no answer`);
    return state ? this.choice.big("word") : null;
  }
  snapshot() {
    return { game: this.game.save(), view: this.view.save(), logged: this.log.get("n") };
  }
  restore(saved) {
    this.game.load(saved.game);
    this.view.load(saved.view);
    this.log.set("n", saved.logged);
  }
}

const ROTATED = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
const BOTH_ORDERS = [...ROTATED, [0, 2, 1], [1, 0, 2], [2, 1, 0]];

// The address of the record of a bot's parameters under some rules.
async function paramsOf(engine, rules, spec) {
  const { pack, memory } = engine, bot = pack.bots[spec.name], at = engine.room(bot.size);
  const key = JSON.stringify([rules, spec.name]);
  if (!bot.trees) new Uint8Array(memory.buffer, at, bot.size).set(await inflated(bot.record));
  else if (pack.grown && pack.grown.key === key) new Uint8Array(memory.buffer, at, bot.size).set(pack.grown.bytes);
  else {
    const record = new Rec(engine, pack.layouts[spec.name], at);
    record.load(await inflated(bot.record));
    fillTrees(record, rules);
    pack.grown = { key, bytes: record.save() };
  }
  for (const [name, value] of Object.entries(spec.values || {}))
    engine.data.setFloat64(at + bot.fields[name], value, true);
  return at;
}

// ---- trees, as `fill_options` of strategies/trained.py writes them: no tree asks about the house rules any more -----

function treesOf(bytes) {
  const end = bytes.indexOf(10), arrays = {}, kinds = { i4: Int32Array, i2: Int16Array, u1: Uint8Array };
  let at = end + 1;
  for (const [name, kind, count] of jsonOf(bytes.subarray(0, end))) {
    const size = count * kinds[kind].BYTES_PER_ELEMENT;
    arrays[name] = new kinds[kind](bytes.slice(at, at + size).buffer);
    at += size;
  }
  return arrays;
}

function fillTrees(record, rules) {
  const { engine } = record, { pack } = engine, { sights } = pack, trees = treesOf(pack.trees), house = engine.record("rules");
  fillRules(engine, rules, house);
  const fold = Math.max(1, house.get("pay_fold")), known = {};
  pack.knobs.forEach((knob, number) => {
    const code = house.get(knob.field), value = (sights.readAs[knob.field] || {})[code] ?? code;
    const seen = knob.kind === "units" ? Math.floor((100 * value) / fold) : value;
    known[sights.rules + number] = Math.max(-sights.most, Math.min(sights.most, seen));
    record.set("row", known[sights.rules + number], sights.rules + number);
  });
  record.set("row", sights.lowest, sights.all);
  const words = [], kinds = trees.trees.length, lanes = record.place("tree_root")[2] / record.place("tree_depth")[2];
  const word = (edge, low, feature) => (BigInt(edge >>> 0) << 32n) | BigInt(low * 256 + feature);
  let tree = 0, split = 0, leaf = 0, group = 0;
  const append = (count) => { // the tree at `split` and `leaf`: its root and its depth
    const skip = (node) => {
      while (node >= 0 && trees.feature[split + node] in known)
        node = trees.next[2 * (split + node) + (known[trees.feature[split + node]] > trees.edge[split + node] ? 1 : 0)];
      return node;
    };
    const write = (place, node) => {
      if (node < 0) {
        words[place] = word(count < 0 ? 0 : trees.leaf[leaf + ~node], place, sights.all);
        return 0;
      }
      const low = words.length;
      words.push(0n, 0n);
      words[place] = word(trees.edge[split + node], low, trees.feature[split + node]);
      return 1 + Math.max(...[0, 1].map((side) => write(low + side, skip(trees.next[2 * (split + node) + side]))));
    };
    const root = words.push(0n) - 1;
    return [root, write(root, count > 0 ? skip(0) : -1)];
  };
  for (let kind = 0; kind < kinds; kind++) {
    record.set("tree_bias", trees.bias[kind], kind);
    record.set("tree_first", group, kind);
    for (let left = trees.trees[kind]; left > 0; left -= lanes, group++) {
      let deepest = 0;
      for (let lane = 0; lane < lanes; lane++) {
        const count = lane < left ? trees.nodes[tree] : -1, [root, depth] = append(count);
        record.set("tree_root", root, lanes * group + lane);
        deepest = Math.max(deepest, depth);
        if (count >= 0) { tree++; split += count; leaf += count + 1; }
      }
      record.set("tree_depth", deepest, group);
      [0, 1].forEach((side) => record.set("tree_stop", trees.stops[2 * group + side], 2 * group + side));
    }
  }
  for (let kind = kinds; kind < record.place("tree_first")[2]; kind++) record.set("tree_first", group, kind);
  words.forEach((each, at) => record.set("tree_node", BigInt.asUintN(64, each), at));
}
