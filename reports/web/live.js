// Cards, and a game with a person in it: legal actions, events, the record. Answers are plain values.
"use strict";

const RANKS = "A23456789TJQK", SUITS = "cdhs";
const X1 = 14, X2 = 30, NATURALS = 0x1fff_1fff_1fff_1fffn;

// ---- cards: as text ("7h", "X1") outside, as bits of a mask inside --------------------------------------------------

function cardText(card) {
  return card === X1 ? "X1" : card === X2 ? "X2" : RANKS[card & 15] + SUITS[card >> 4];
}

function cardOf(text) {
  if (text === "X1" || text === "X2") return text === "X1" ? X1 : X2;
  return 16 * SUITS.indexOf(text.at(-1)) + RANKS.indexOf(text.startsWith("10") ? "T" : text[0]);
}

function cardsIn(mask) {
  const found = [];
  for (let card = 0; card < 64; card++) if ((mask >> BigInt(card)) & 1n) found.push(cardText(card));
  return found;
}

const maskOf = (cards) => cards.reduce((mask, text) => mask | (1n << BigInt(cardOf(text))), 0n);
const sizeOf = (mask) => cardsIn(mask).length;

// Cards of a run in their order, an ace last where it stands above the king; others by suit.
function inOrder(mask) {
  const cards = cardsIn(mask);
  return cards.length > 2 && cards[0][0] === "A" && cards[1][0] !== "2" && cards.every((each) => each[1] === cards[0][1])
    ? [...cards.slice(1), cards[0]] : cards;
}

// ---- a live game ----------------------------------------------------------------------------------------------------

const ORDER = ["call", "respond", "draw", "lay", "sapaw", "discard"];

class Live {
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    this.pack = table.pack;
    this.decision = -1;
    this.past = [];
  }
  static async of(engine, rules, specs, seed, games = 1000000, seat = 0) {
    const bots = specs.map((each) => each && readSpec(engine.pack, each));
    const live = new Live(await Table.of(engine, rules, bots), seat);
    live.names = specs.map((each) => each || "you");
    live.seed = seed;
    live.table.beginMatch(seed, 0, games);
    return live;
  }
  deal() {
    const { match } = this.table;
    this.before = this.chain();
    this.begun = match.save();
    this.number = match.get("game");
    this.past = [];
    this.result = null;
    this.table.deal();
    this.run();
    return this.look(0);
  }
  // Let the bots play until the person has to decide.
  run() {
    const { table } = this;
    while ((this.decision = table.advance()) >= 0 && table.bots[table.view.get("me")]) {
      const reason = table.apply(table.ask());
      if (reason) throw new Error(`a bot broke a rule (${reason})`);
    }
    if (this.decision >= 0 && this.seat === null) this.seat = table.view.get("me");
    if (this.decision < 0 && !this.result) {
      table.finish();
      this.result = this.outcome();
    }
  }
  get over() {
    return this.decision < 0;
  }
  // All options of the person in this turn: {kind, cards, onto, as, hidden, at, word}.
  options() {
    const { table } = this, found = [];
    if (this.over) return found;
    const saved = table.snapshot(), { turn, me } = this.place();
    let decision = this.decision;
    while (true) {
      this.collect(decision, found);
      if (decision === 1 || decision === 5 || decision === 2) break;
      const logged = table.log.get("n");
      if (table.apply(0n)) break;
      decision = table.advance();
      const now = this.place();
      if (decision < 0 || now.me !== me || now.turn !== turn || this.did(logged, ["draw"])) {
        const done = this.rows(logged).find((each) => each.seat === me && each.act === "discard");
        if (done && !this.did(logged, ["draw"])) found.push({ kind: "discard", cards: [done.card], at: 5, word: null });
        break;
      }
    }
    table.restore(saved);
    if (found.some((each) => each.kind === "call") && !found.some((each) => ["draw", "pass", "discard"].includes(each.kind)))
      found.push({ kind: this.ending() ? "pass" : "draw", cards: [], at: 0, word: "0" });
    return found;
  }
  // Whether a call now comes after the discard of this turn.
  ending() {
    const last = this.rows(Math.max(0, this.table.log.get("n") - 1))[0];
    return Boolean(last && last.act === "discard" && last.seat === this.seat);
  }
  place() {
    return { me: this.table.view.get("me"), turn: this.table.view.get("turn") };
  }
  did(logged, acts) {
    return this.rows(logged).some((each) => acts.includes(each.act));
  }
  collect(decision, found) {
    const kinds = { 0: "call", 1: "challenge", 2: "take", 3: "lay", 4: "sapaw", 5: "discard" };
    for (const { actions, word, target } of this.words()) {
      const option = { kind: kinds[decision], cards: [], at: decision, word: word.toString() };
      if (decision === 1 && !word) option.kind = "fold";
      else if (!word && decision === 2) option.kind = "draw";
      else if (!word) continue;
      else if (decision > 1) this.describe(option, actions, word, target);
      found.push(option);
    }
  }
  // Every legal answer to the decision, with the numbered actions that lead to it.
  words() {
    const { table } = this, found = [];
    const walk = (before, fresh) => {
      const legal = table.legal(fresh), saved = table.choice.save();
      for (const action of legal) {
        table.choice.load(saved);
        const word = table.choose(action);
        if (word === null) walk([...before, action], false);
        else found.push({ actions: [...before, action], word, target: table.choice.get("target") });
      }
    };
    walk([], true);
    return found;
  }
  describe(option, actions, word, target) {
    const { cards, targets, melds, secrets } = this.pack.actions;
    const [first] = actions, hand = this.table.view.big("hand");
    const offer = this.table.view.get("offer");
    if (first >= melds) {
      const faces = BigInt("0x" + this.pack.melds[(first - melds) % (secrets - melds)]);
      const jokers = word & ~NATURALS & ((1n << 14n) | (1n << 30n));
      option.as = standsFor(word);
      const played = maskOf(Object.values(option.as));
      option.cards = [...inOrder(faces & ~played), ...cardsIn(jokers)];
      option.faces = inOrder(faces);
      option.hidden = first >= secrets;
      if (!(faces & ~played & ~hand) && option.kind === "take" && !cardsIn(jokers).includes(cardText(offer)))
        option.cards.push(cardText(offer));
    } else if (first >= targets) {
      option.cards = [cardText(offer)];
      option.onto = first - targets;
    } else if (first >= cards) {
      const number = first - cards;
      const card = number < 52 ? number + 3 * Math.floor(number / 13) : X1 + 16 * (number - 52);
      option.cards = [cardText(card)];
      if (option.kind === "sapaw") option.onto = target;
    } else {
      option.cards = [cardText(offer)]; // into the hand
    }
    const face = actions.at(-1) - cards;
    if (option.onto !== undefined && option.cards[0][0] === "X") {
      const known = actions.length > 1 && actions.at(-1) < targets ? face + 3 * Math.floor(face / 13) : null;
      option.as = { [option.cards[0]]: known === null ? cardsIn(this.table.view.big("meld_fits", option.onto))[0] : cardText(known) };
    }
  }
  // Perform an option of `options`; returns the view of the table, with the events since.
  act(option) {
    const { table } = this, logged = table.log.get("n"), saved = table.snapshot();
    const { me, turn } = this.place();
    const asked = this.decision;
    let decision = asked;
    while (true) {
      if (decision === option.at) {
        if (option.word !== null && table.apply(BigInt(option.word))) throw new Error("that is not legal");
        break;
      }
      if (table.apply(0n)) throw new Error("that is not legal");
      decision = table.advance();
      const now = this.place();
      if (decision < 0 || now.me !== me || now.turn !== turn) break;
      if (option.kind === "discard" && this.did(logged, ["discard"])) break;
    }
    if (option.kind === "draw" && option.at === 0) {
      decision = table.advance();
      const now = this.place();
      if (decision === 2 && now.me === me && now.turn === turn) table.apply(0n);
    }
    this.run();
    const mine = this.rows(logged);
    const open = this.over || mine.some((each) => each.seat !== me || each.act === "draw" || each.act === "discard");
    if (open) this.past = [];
    else this.past.push({ saved, decision: asked });
    return this.look(logged);
  }
  undo() {
    const last = this.past.pop();
    if (last) {
      this.table.restore(last.saved);
      this.decision = last.decision;
    }
    return this.look(this.table.log.get("n"));
  }
  chain() {
    const { match } = this.table, streak = match.get("streak");
    return {
      jackpot: match.get("jackpot") / 100, streak_seat: streak ? match.get("streak_seat") : null, streak,
      scores: match.all("scores"),
    };
  }
  outcome() {
    const { result, match } = this.table, winner = result.get("winner");
    const parts = {};
    this.pack.parts.forEach((name, part) => {
      parts[name] = [0, 1, 2].map((seat) => result.get("parts", 3 * part + seat) / 100);
    });
    return {
      ending: this.pack.endings[result.get("ending")], winner: winner < 0 ? null : winner,
      counts: result.all("counts"), burned: result.all("burned").map(Boolean),
      payout: result.all("payout").map((each) => each / 100), parts, match_over: Boolean(match.get("over")),
    };
  }
  // The log from a row on, as events of game records; `all` shows what others drew, and answered.
  rows(start = 0, all = true) {
    const { log } = this.table, found = [], at_once = this.table.rules.get("response_order") !== sequentialCode(this.pack);
    let offer = null;
    for (let at = 0; at < log.get("n"); at++) {
      const head = Number(log.big("rows", 3 * at)), cards = log.big("rows", 3 * at + 1), word = log.big("rows", 3 * at + 2);
      const act = head & 255, name = this.pack.acts[act], event = { seat: (head >> 8) & 255, act: name };
      const kinds = { 2: "meld", 3: "onto", 4: "hand" };
      if (name === "take") event.card = offer;
      if (["draw", "discard", "sapaw"].includes(name)) event.card = cardsIn(cards)[0];
      if (kinds[act] === "meld" || name === "lay" || name === "secret") {
        event.cards = cardsIn(cards);
        const as = standsFor(word);
        if (Object.keys(as).length) event.as = as;
      }
      if (kinds[act] === "onto" || name === "sapaw") {
        event.onto = head >> 16;
        const joker = cardsIn(cards).find((each) => each[0] === "X");
        if (joker) event.as = { [joker]: cardsIn(word & NATURALS)[0] };
      }
      if (name === "fold") event.forced = act === 12;
      if (name === "discard") offer = event.card;
      if (!all && event.seat !== this.seat) {
        if (name === "draw") event.card = null;
        if (name === "secret") { event.cards = event.cards.map(() => null); delete event.as; }
        if (at_once && act >= 10 && act <= 12) continue; // an answer is hidden from those who answer later
      }
      if (at >= start) found.push(event);
    }
    return found;
  }
  // The view of the person, and the options.
  look(since = 0) {
    const { view, game, match } = this.table, seat = this.seat, over = this.over;
    const hands = [0, 1, 2].map((each) => game.big("hands", each));
    const melds = [];
    for (let number = 0; number < view.get("n_melds"); number++) {
      const owner = view.get("meld_owner", number), faces = view.big("meld_faces", number);
      const own = owner === seat || over ? game.big("secret_faces", number) : 0n;
      melds.push({
        number, owner, hidden: !faces, size: view.get("meld_size", number), cards: inOrder(faces || own),
        jokers: view.get("meld_jokers", number),
      });
    }
    const discards = [];
    for (let at = 0; at < view.get("n_discards"); at++)
      discards.push({ card: cardText(view.get("discards", at)), seat: (view.get("dealer") + at) % 3 });
    const offer = view.get("offer");
    return {
      seat, over, result: this.result, decision: over ? "over" : ORDER[this.decision], names: this.names,
      turn: view.get("turn"), dealer: view.get("dealer"), stock: view.get("stock_left"), game: this.number,
      hand: cardsIn(hands[seat]), groups: this.groups(seat), deadwood: game.get("deadwood", seat),
      sizes: hands.map(sizeOf), shown: over ? hands.map(cardsIn) : null, melds, discards,
      offer: offer < 0 || view.get("offer_taken") ? null : cardText(offer), exposed: view.all("sunog_risk").map(Boolean),
      caller: view.get("caller"), ...this.chain(),
      options: this.options(), undo: this.past.length > 0, events: this.rows(over ? Math.min(since, this.calledAt()) : since, over),
    };
  }
  // The row of the call that ended the game: hidden answers are shown at the end.
  calledAt() {
    const at = this.rows().findLastIndex((each) => each.act === "call");
    return at < 0 ? Infinity : at;
  }
  // The best arrangement of a seat's hand: melds first, then loose cards.
  groups(seat) {
    const { game } = this.table, hand = game.big("hands", seat), groups = [];
    const sets = game.big("sets", seat), runs = game.big("runs", seat), melded = game.big("melded", seat) & hand;
    for (let rank = 0; rank < 13; rank++) {
      const set = sets & (0x0001_0001_0001_0001n << BigInt(rank));
      if (set) groups.push(cardsIn(set));
    }
    for (let suit = 0; suit < 4; suit++) {
      const lane = inOrder(runs & (0x1fffn << BigInt(16 * suit)));
      let run = [];
      lane.forEach((card, at) => {
        const before = at ? RANKS.indexOf(lane[at - 1][0]) : -1;
        if (at && RANKS.indexOf(card[0]) !== (before + 1) % 13) { groups.push(run); run = []; }
        run.push(card);
      });
      if (run.length) groups.push(run);
    }
    const rest = melded & ~(sets | runs);
    if (rest) groups.push(cardsIn(rest));
    const loose = cardsIn(hand & ~melded).sort((one, other) => RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]));
    return { melds: groups, loose };
  }
  // The game as a line of a `.jsonl` file.
  record() {
    const { game, match } = this.table, house = this.table.house, { pack } = this;
    const knobs = {};
    for (const knob of pack.knobs) {
      const text = knobsOf(pack, house)[knob.name];
      knobs[knob.name] = knob.kind === "flag" ? text === "true" : knob.kind === "choice" ? text : Number(text);
    }
    const stock = Array.from({ length: game.get("stock_size") }, (_, at) => cardText(game.get("stock", at)));
    const name = shippedRules(pack, house) || `${house.base} (changed)`, events = this.rows();
    for (const each of events) if (["tongits", "spread"].includes(each.act)) each.melds = this.groups(each.seat).melds;
    const line = {
      format: pack.format, rules: { name, knobs }, seed: Number(match.big("seed")), match: match.get("match"),
      game: this.number, match_over: this.over && Boolean(match.get("over")), dealer: this.table.view.get("dealer"),
      players: this.names, before: this.before, hands: [0, 1, 2].map((seat) => cardsIn(game.big("dealt", seat))), stock,
      events,
    };
    if (this.over) {
      const { match_over: _, ...result } = this.result;
      line.result = result;
      line.after = { ...this.chain(), next_dealer: match.get("dealer") };
    }
    return line;
  }
  // A game of a record, up to a decision: `stop(live)` says at each whether to stop there. `earlier`: the records of all
  // earlier games of its match, in order; what they showed is seen.
  static async replay(engine, record, rules, stop, earlier = []) {
    const live = new Live(await Table.of(engine, rules, [null, null, null]), null);
    for (const each of earlier) live.follow(each);
    return live.follow(record, stop);
  }
  follow(record, stop) {
    const { table } = this, { match, game, engine } = table, { before } = record;
    this.names = record.players;
    this.before = before;
    this.number = record.game;
    this.result = null;
    table.beginMatch(0, 0, record.game + (record.match_over ? 1 : 2));
    match.set("dealer", record.dealer);
    match.set("game", record.game);
    match.set("jackpot", Math.round(100 * before.jackpot));
    match.set("streak", before.streak);
    match.set("streak_seat", before.streak_seat === null ? -1 : before.streak_seat);
    before.scores.forEach((score, seat) => match.set("scores", score, seat));
    record.hands.forEach((hand, seat) => game.set("dealt", maskOf(hand), seat));
    record.stock.forEach((card, at) => game.set("stock", cardOf(card), at));
    table.log.set("on", 1);
    table.log.set("n", 0);
    this.begun = match.save();
    engine.call.begin_dealt(game.at, table.view.at, table.rules.at, match.at, table.log.at);
    const events = chosen(record.events);
    for (let at = 0; at < events.length; at++) {
      const event = events[at];
      if (chosen(this.rows(0)).length > at) continue; // the engine has done it already
      this.decision = table.advance();
      if (chosen(this.rows(0)).length > at) continue;
      this.seat = table.view.get("me");
      if (this.decision < 0) throw new Error(`bad_move ${at + 1}`);
      const options = this.options(), passed = event.seat !== this.seat && options.find((each) => each.kind === "pass");
      if (passed) { // a call after the own discard that nobody made is no event
        if (stop && stop(this, { seat: this.seat, act: "pass" }, passed)) return this;
        table.apply(0n);
        at--;
        continue;
      }
      const wanted = options.find((each) => sameMove(each, event));
      if (!wanted) throw new Error(`bad_move ${at + 1}`);
      if (stop && stop(this, event, wanted)) return this;
      const logged = table.log.get("n");
      let decision = this.decision;
      while (decision !== wanted.at && !this.did(logged, [event.act])) {
        if (table.apply(0n)) throw new Error(`bad_move ${at + 1}`);
        decision = table.advance();
      }
      if (decision === wanted.at && wanted.word !== null) table.apply(BigInt(wanted.word));
    }
    this.decision = table.advance();
    if (this.decision >= 0) this.seat = table.view.get("me");
    else { table.finish(); this.result = this.outcome(); }
    return this;
  }
}

function sequentialCode(pack) {
  const knob = pack.knobs.find((each) => each.name === "response.order");
  return knob.codes[knob.values.indexOf("sequential")];
}

// The events that a player chose; the others follow from the rules.
function chosen(events) {
  return events.filter((each) => !["tongits", "spread"].includes(each.act) && !each.forced);
}

// The faces that jokers stand for in the word of a meld: each one's position among the faces.
function standsFor(word) {
  const faces = cardsIn(word & NATURALS), found = {};
  const number = (places) => places.reduce((sum, bit, at) => sum + Number((word >> BigInt(bit)) & 1n) * 2 ** at, 0);
  if (word >> 14n & 1n) found.X1 = faces[number([13, 15, 29, 31])];
  if (word >> 30n & 1n) found.X2 = faces[number([45, 46, 47, 61])];
  return found;
}

function sameMove(option, event) {
  const kind = option.hidden ? "secret" : option.kind;
  if (kind !== event.act || (option.onto ?? null) !== (event.onto ?? null)) return false;
  const named = (as) => JSON.stringify(Object.entries(as || {}).sort());
  if (kind === "draw" || kind === "call" || kind === "challenge" || kind === "fold") return true;
  const theirs = event.cards || [event.card];
  return [...option.cards].sort().join() === [...theirs].sort().join() && named(option.as) === named(event.as);
}
