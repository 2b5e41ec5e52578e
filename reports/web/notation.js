// Reads games written by hand (docs/reference/notation.md), and deals their unknown cards by chance. The engine, which
// plays the moves (`Live.replay`), decides what is legal.
"use strict";

const RANK = "(?:10|[2-9TJQKA])", CARD = `${RANK}[cdhs]|X[12]`, FACED = `(?:${CARD})(?:=${RANK}[cdhs]|\\(${RANK}[cdhs]\\))?`;
const WORDS_OF_MOVES = /^(call|pass|challenge|fold|tongits|spread)(?![a-z])/i;
const ONE_OF_THEIRS = /^(rules|set|seed|match|game|last|name|dealer|next|jackpot|streak|scores|hand|stock|result)\b/i;
const TURN = /^[^\s:#][^:#]{0,60}?\s*:/;
const AFTER_A_DRAW = ["lay", "secret", "sapaw", "discard", "tongits"];
const DEALS = 60; // of the unknown cards, until the moves can be played

// Whether a text looks like games written by hand.
function isNotation(text) {
  const said = text.replace(/^\ufeff/, "").split("\n").map((each) => each.replace(/#.*/, "").trim()).find(Boolean) || "";
  return ONE_OF_THEIRS.test(said) || (TURN.test(said) && !/^["{[']/.test(said));
}

// The games of a text; an Error names the line that cannot be read, and its content.
function sheetsOf(pack, text) {
  const sheets = [new Sheet(pack, "pagat", {}, [])], last = () => sheets.at(-1);
  text.replace(/^\ufeff/, "").split("\n").forEach((raw, at) => {
    const line = raw.replace(/[♣♦♥♠♧♢♡♤\ufe0f]/g, (sign) => "cdhscdhs "["♣♦♥♠♧♢♡♤\ufe0f".indexOf(sign)]).trim();
    if (!/^-{3,}\s*(#.*)?$/.test(line)) last().read(line, at + 1);
    else if (last().begun) sheets.push(new Sheet(pack, last().base, last().set, last().names));
  });
  const games = sheets.filter((each) => each.begun);
  if (!games.length) throw new Error("bad_game");
  return games.map((each) => each.finished());
}

class Sheet {
  constructor(pack, base, set, names) {
    Object.assign(this, { pack, base, set: { ...set }, names: [...names], hands: [], stock: [], moves: [], dealer: -1, next: -1, game: 0 });
    Object.assign(this, { last: false, before: { jackpot: 0, streak_seat: null, streak: 0, scores: [0, 0, 0] } });
  }
  get begun() {
    return this.hands.length + this.moves.length > 0;
  }
  read(text, line) {
    this.rest = text.replace(/^[\s,;]+/, "");
    this.line = line;
    const turn = this.seatsHere().find(([, rest]) => /^\s*:/.test(rest)), seat = turn ? turn[0] : -1;
    if (turn) this.rest = turn[1].replace(/^\s*:/, "");
    const head = seat < 0 && !this.ended() ? this.need(ONE_OF_THEIRS)[1].toLowerCase() : "";
    if (head) this["read_" + head]();
    if (seat >= 0 && this.ended()) this.fail();
    while (!this.ended()) {
      if (seat < 0) this.fail();
      this.move(seat);
    }
  }
  fail() {
    throw new Error(`bad_line ${this.line}: ${this.rest.slice(0, 40)}`);
  }
  // The match of a pattern at the beginning of the rest, which loses it; null, or with `need` an error.
  take(pattern) {
    const found = pattern.exec(this.rest);
    if (found) this.rest = this.rest.slice(found[0].length).replace(/^[\s,;]+/, "");
    return found;
  }
  need(pattern) {
    return this.take(pattern) || this.fail();
  }
  ended() {
    this.rest = this.rest.replace(/^[\s,;]+/, "");
    return !this.rest || this.rest[0] === "#";
  }
  words() {
    const quoted = this.take(/^"(?:[^"\\]|\\.)*"/);
    try { return quoted ? JSON.parse(quoted[0]) : this.need(/^[^#"][^#]*/)[0].trim(); } catch { return this.fail(); }
  }
  // The seat of a letter or of a unique name; -1 for none.
  named(said) {
    const text = said.trim().toLowerCase(), letter = text.length === 1 ? "abc".indexOf(text) : -1;
    const found = [0, 1, 2].filter((seat) => (this.names[seat] || "").toLowerCase() === text);
    return letter >= 0 ? letter : found.length === 1 ? found[0] : -1;
  }
  // The seats whose letter or name stands here, the longest name first, each with what follows; a name may hold any sign.
  seatsHere() {
    return [...this.names, "A", "B", "C"].filter(Boolean).sort((one, other) => other.length - one.length).flatMap((name) => {
      const said = this.rest.slice(0, name.length), rest = this.rest.slice(name.length);
      return said.toLowerCase() === name.toLowerCase() && !/^[\p{L}\p{N}]/u.test(rest) && this.named(said) >= 0 ? [[this.named(said), rest]] : [];
    });
  }
  seat() {
    const [found] = this.seatsHere();
    if (!found) return this.fail();
    this.rest = found[1].replace(/^[\s,;]+/, "");
    return found[0];
  }
  number(pattern = /^\d{1,15}(?![\d.])/) {
    return Number(this.need(pattern)[0]);
  }
  read_rules() {
    this.base = this.words();
    this.set = {};
  }
  read_set() {
    const [, knob, value] = /^\s*([\w.]+)\s*=\s*(.*?)\s*$/.exec(this.words()) || this.fail();
    if (!goodKnob(this.pack, knob, value)) throw new Error(`bad_rule ${knob}=${value}`);
    this.set[knob] = value;
  }
  read_seed() { this.number(/^\d{1,20}/); }
  read_match() { this.number(); }
  read_game() { this.game = this.number(); }
  read_last() { this.last = true; }
  read_name() {
    const seat = this.seat(), rest = this.rest, name = this.words().trim();
    if (/^(?:[,;]|$)|\p{C}/u.test(name)) { this.rest = rest; this.fail(); }
    this.names[seat] = name;
  }
  read_dealer() { this.dealer = this.seat(); }
  read_next() { this.next = this.seat(); }
  read_jackpot() { this.before.jackpot = this.number(/^\d{1,12}(\.\d{1,2})?/); }
  read_result() { this.seat(); this.number(/^[+-]?\d{1,12}(\.\d{1,2})?/); }
  read_streak() { const seat = this.seat(), streak = this.number(); Object.assign(this.before, { streak, streak_seat: streak ? seat : null }); }
  read_scores() { this.before.scores = [0, 1, 2].map(() => this.number()); }
  read_hand() { this.hands[this.seat()] = this.cards(); }
  read_stock() { this.stock = this.cards(); }
  // Cards up to the end of the line or to a bracket, "" for each unknown one; the faces of jokers go into `as`.
  cards(end = null, as = {}) {
    const found = [];
    while (end ? !this.take(end) : !this.ended()) {
      const unknown = this.take(/^(\d{1,2})?\s*\?/);
      found.push(...(unknown ? Array(Number(unknown[1] || 1)).fill("") : [this.card(as)]));
    }
    return found;
  }
  card(as = {}) {
    const [card, face] = this.need(new RegExp(`^${FACED}(?![a-z0-9])`, "i"))[0].replace(")", "").split(/[=(]/).map((each) => each.toUpperCase().replace("10", "T").replace(/[CDHS]$/, (suit) => suit.toLowerCase()));
    if (face) as[card] = face;
    return card;
  }
  move(seat) {
    const move = { seat, line: this.line, card: "", cards: [], as: {}, onto: "" };
    const onto = () => { move.card = this.card(move.as); this.need(/^@/); move.onto = this.card(); };
    const meld = (end) => { move.cards = this.cards(end, move.as); };
    const said = this.take(WORDS_OF_MOVES);
    if (said) move.act = said[1].toLowerCase();
    else if (this.take(/^\+(?=[\s,;#]|$)|^\+\?/)) move.act = "draw";
    else if (this.take(/^\+/)) Object.assign(move, { act: "draw", card: this.card() });
    else if (this.take(/^-/)) Object.assign(move, { act: "discard", card: this.card() });
    else if (this.take(/^\[/)) { move.act = "lay"; meld(/^\]/); }
    else if (this.take(/^\(/)) { move.act = "secret"; meld(/^\)/); }
    else if (this.take(/^<\[/)) { move.act = "take"; meld(/^\]/); }
    else if (this.take(/^<@/)) { move.act = "take"; move.onto = this.card(); }
    else if (this.take(/^<(?=[\s,;#]|$)/)) move.act = "take";
    else if (this.take(/^</)) { move.act = "take"; onto(); }
    else { move.act = "sapaw"; onto(); }
    this.moves.push(move);
  }
  // The game as plain values: players, rules, and the seats whose cards are all known.
  finished() {
    const { pack, base } = this, [preset, ...over] = base.split("+"), named = Object.hasOwn(pack.rules, preset) && over.every((each) => Object.hasOwn(pack.overlays, each));
    if (!named && Object.keys(this.set).length < pack.knobs.length) throw new Error(`bad_rule ${base}`);
    const knobs = Object.assign({}, named ? pack.rules[preset].knobs : {}, ...(named ? over.map((each) => pack.overlays[each]) : []), this.set);
    const dealer = this.dealer >= 0 ? this.dealer : this.moves.length ? this.moves[0].seat : Math.max(0, this.hands.findIndex((each) => each && each.length === 13));
    const sizes = [0, 1, 2].map((seat) => (seat === dealer ? 13 : 12)), whole = sizes.map((size, seat) => (this.hands[seat] || []).filter(Boolean).length === size);
    const moves = withDraws(this, dealer, whole).filter((each) => each.act !== "pass"); // a call that nobody made is no event
    const known = [0, 1, 2].filter((seat) => whole[seat] && moves.every((each) => each.seat !== seat || each.act !== "draw" || each.card));
    return { players: [0, 1, 2].map((seat) => this.names[seat] || "ABC"[seat]), rules: { name: base, knobs }, known, dealer,
      game: this.game, match_over: this.last, before: this.before, sizes, hands: [0, 1, 2].map((seat) => this.hands[seat] || []), stock: this.stock, moves };
  }
}

// Each move with the known cards that its seat takes from its hand for it.
function playedMoves(moves) {
  let offer = "";
  return moves.map((move) => {
    const own = ["discard", "sapaw"].includes(move.act) ? [move.card] : move.cards.filter((card) => card && !(move.act === "take" && card === offer));
    if (move.act === "discard") offer = move.card;
    return own;
  });
}

// The moves with the draws that follow from the others: a turn that begins with neither a draw nor a take begins with
// one, and a card that a seat plays, but was not dealt, is the one that it drew.
function withDraws(sheet, dealer, whole) {
  const moves = [];
  let turn = -1, drawn = 0, offer = "";
  for (const move of sheet.moves) {
    if (move.seat !== turn && AFTER_A_DRAW.includes(move.act) && (moves.length || move.seat !== dealer)) moves.push({ ...move, act: "draw", card: "", cards: [], as: {}, onto: "" });
    moves.push({ ...move });
    if (!["pass", "challenge", "fold"].includes(move.act)) turn = move.seat;
  }
  const held = [0, 1, 2].map((seat) => new Set(sheet.hands[seat] || [])), open = [[], [], []], played = playedMoves(moves);
  moves.forEach((move, at) => {
    const mine = held[move.seat];
    if (move.act === "draw") {
      move.card ||= sheet.stock[drawn] || "";
      drawn++;
      if (move.card) mine.add(move.card);
      else open[move.seat].push(move);
    } else if (move.act === "take" && !move.cards.length && !move.onto) mine.add(offer);
    for (const card of played[at]) {
      if (whole[move.seat] && open[move.seat].length === 1 && !mine.has(card)) open[move.seat].pop().card = card;
      mine.add(card);
    }
    if (move.act === "discard") offer = move.card;
  });
  return moves;
}

// One way to deal the unknown cards, so that all players hold the cards that they play: the game as in a record.
function dealtOut(pack, game, seed) {
  let chance = seed;
  const below = (n) => { chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0; return (chance >>> 8) % n; };
  const jokers = Number(game.rules.knobs["jokers.count"] || 0), deck = [...cardsIn(NATURALS), ...["X1", "X2"].slice(0, jokers)];
  const filled = (cards, size) => Array.from({ length: size }, (_, at) => cards[at] || "");
  const parts = [...game.sizes.map((size, seat) => filled(game.hands[seat], size)), filled(game.stock, 15 + jokers)], places = new Map();
  const wrong = (move) => new Error(`bad_turn ${move.line}`);
  const put = (card, part, at) => { parts[part][at] = card; places.set(card, [part, at]); };
  parts.forEach((cards, part) => cards.forEach((card, at) => { if (card && (places.has(card) || !deck.includes(card))) throw new Error("bad_cards"); if (card) put(card, part, at); }));
  const draws = game.moves.filter((each) => each.act === "draw");
  draws.forEach((move, at) => {
    if (at >= parts[3].length || (move.card && (parts[3][at] || move.card) !== move.card) || (move.card && !parts[3][at] && (places.has(move.card) || !deck.includes(move.card)))) throw wrong(move);
    if (move.card) put(move.card, 3, at);
  });
  const free = (seat, drawn) => [...parts[seat].keys()].filter((at) => !parts[seat][at]).map((at) => [seat, at]).concat(drawn.filter((at) => !parts[3][at]).map((at) => [3, at]));
  const hold = (card, move, drawn) => {
    if (places.has(card)) return;
    const room = free(move.seat, drawn);
    if (!room.length || !deck.includes(card)) throw wrong(move);
    put(card, ...room[below(room.length)]);
  };
  const moves = game.moves.map((each) => ({ ...each })), played = playedMoves(moves), drawn = [[], [], []], secrets = [];
  moves.forEach((move, at) => {
    if (move.act === "draw") drawn[move.seat].push(draws.indexOf(game.moves[at]));
    if (move.cards.includes("")) secrets.push([move, [...drawn[move.seat]]]);
    else for (const card of played[at]) hold(card, move, drawn[move.seat]);
  });
  // Unknown secrets: any meld of that size that their seats may hold.
  const shown = new Set(played.flat());
  for (const [move, byThen] of secrets) {
    const seen = move.cards.filter(Boolean), room = free(move.seat, byThen).length;
    const here = (card) => { const [part, at] = places.get(card); return part === move.seat || (part === 3 && byThen.includes(at)); };
    const melds = pack.melds.map((each) => cardsIn(BigInt("0x" + each))).filter((meld) => meld.length === move.cards.length && seen.every((card) => meld.includes(card)) &&
      meld.every((card) => (seen.includes(card) || !shown.has(card)) && (!places.has(card) || here(card))) && meld.filter((card) => !places.has(card)).length <= room);
    if (!melds.length) throw wrong(move);
    move.cards = melds[below(melds.length)];
    for (const card of move.cards) hold(card, move, byThen);
  }
  const rest = deck.filter((card) => !places.has(card));
  for (let left = rest.length - 1; left > 0; left--) { const at = below(left + 1); [rest[left], rest[at]] = [rest[at], rest[left]]; }
  parts.forEach((cards) => cards.forEach((card, at) => { if (!card) cards[at] = rest.pop(); }));
  return { ...game, format: pack.format, seed: 0, match: 0, hands: parts.slice(0, 3), stock: parts[3], events: eventsOf(moves, wrong) };
}

// Moves as events of a record, each with its line.
function eventsOf(moves, wrong) {
  const melds = [], natural = (cards) => cards.filter((card) => card[0] !== "X");
  let offer = "";
  return moves.map((move) => {
    const event = { seat: move.seat, act: move.act, line: move.line };
    if (["draw", "discard", "sapaw"].includes(move.act)) event.card = move.card;
    if (move.act === "take") event.card = offer;
    if (move.act === "take" && move.card && move.card !== offer) throw wrong(move);
    if (move.cards.length) event.cards = move.cards;
    if (Object.keys(move.as).length) event.as = move.as;
    if (move.onto) {
      event.onto = melds.findIndex((each) => each.has(move.onto));
      if (event.onto < 0) throw wrong(move);
      natural([event.card]).forEach((card) => melds[event.onto].add(card));
    } else if (move.cards.length) melds.push(new Set(move.act === "secret" ? [] : natural(move.cards)));
    if (move.act === "discard") offer = move.card;
    return event;
  });
}
