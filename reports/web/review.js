// Review: the cost of the decisions of a game.
const review = { found: [], done: 0, of: 0, working: false, text: "", games: [], game: 0, seat: 0, failed: "", open: new Set() };

function reviewPage() {
  return h("section", {}, h("h2", {}, t("review")), h("p", { class: "soft" }, t("review_intro")),
    app.look && app.look.over ? h("button", { type: "button", class: "main", id: "review-mine", onclick: reviewMine }, t("review_game")) : null,
    h("div", { id: "reviewed" }, reviewedBox()),
    h("details", { open: Boolean(review.text || review.games.length) }, h("summary", {}, t("paste")),
      h("button", { type: "button", id: "example", onclick: () => { $("#pasted").value = review.text = pack.example; readGames(review.text); } }, t("example")),
      h("textarea", { id: "pasted", "aria-label": t("paste"), spellcheck: "false", value: review.text, oninput: (event) => { review.text = event.target.value; readGames(review.text); } }),
      h("input", { type: "file", id: "opened", accept: ".jsonl,.json,.txt", "aria-label": t("open_file"), onchange: async (event) => { $("#pasted").value = review.text = ""; readGames(await event.target.files[0].text()); } }),
      h("div", { id: "read" }, readBox())));
}

function readBox() {
  return [review.failed ? h("p", { class: "bad", role: "alert" }, review.failed) : null, review.games.length ? chooser() : null];
}

function chooser() {
  const record = review.games[review.game], known = knownOf(record), select = (id, text, names, chosen, change) => h("label", {}, text,
    h("select", { id, onchange: (event) => { change(Number(event.target.value)); show(); } }, names.map((name, at) => h("option", { value: at, selected: at === chosen }, name))));
  return [
    review.games.length > 1 ? select("which-game", t("which_game"), review.games.map((each, at) => `${at + 1}: ${each.players.join(", ")}`), review.game, (at) => { review.game = at; review.seat = seatOf(review.games[at]); }) : null,
    known.length ? null : h("p", { class: "bad", role: "alert" }, t("bad_unknown")),
    known.length && select("whose", t("whose"), known.map((seat) => `${"ABC"[seat]}: ${record.players[seat]}`), known.indexOf(review.seat), (at) => { review.seat = known[at]; }),
    known.length && h("button", { type: "button", class: "main", id: "review-pasted", onclick: () => reviewOf(record, rulesOf(record.rules.knobs), review.seat) }, t("review_pasted"))];
}

function reviewedBox() {
  const clear = review.found.filter(clearlyWrong), charged = new Set(chargedOnce(review.found)), sum = [...charged].reduce((all, each) => all + each.cost, 0);
  if (!review.of && !review.working) return review.games.length || review.failed ? [] : [h("p", { class: "soft" }, t("none_yet"))];
  return [
    h("progress", { max: review.of || 1, value: review.done, "aria-label": t("reviewed", review.done, review.of) }),
    h("p", { role: "status" }, review.of ? t("reviewed", review.done, review.of) : t("thinking"), review.working ? "" : ` · ${t("in_all", sum.toFixed(2))}`),
    review.working ? h("button", { type: "button", id: "stop-review", onclick: () => critic.stop() }, t("stop")) : null,
    !review.working && !clear.length ? h("p", { class: "good" }, t("no_mistakes")) : null,
    clear.map((each) => h("article", { class: "panel mistake" },
      h("h3", {}, `${t("turn", each.turn)} · `, h("span", { class: "bad" }, t("cost", signed(-each.cost))), charged.has(each) ? "" : ` · ${t("again")}`),
      h("div", {}, handSmall(each.look)),
      h("p", {}, t("you_played", sentence(each.chosen.option, each.look)), h("br"), h("b", {}, t("better", sentence(each.best.option, each.look)))),
      whyBox(each, each.at, t("why")))),
    review.found.length ? folded("all", t("every_decision"), [...review.found].sort((one, other) => one.at - other.at).map((each) =>
      whyBox(each, `all ${each.at}`, `${t("turn", each.turn)}: ${sentence(each.chosen.option, each.look)} · ${each.chosen === each.answers[0] ? t("the_best") : each.chosen.behindHigh >= 0 ? t("as_good") : signed(-each.cost)}`))) : null];
}

const clearlyWrong = (each) => each.low > 0 && each.cost > 0.02;

// The clear mistakes without chances that were clearly missed before: a call, a meld to lay and a card to throw stay open to
// the next turn, and are charged once (`charged_once` of analyses/review.py).
function chargedOnce(found) {
  const missed = new Set();
  return [...found].sort((one, other) => one.at - other.at).filter(clearlyWrong).filter(({ chosen, best }) => {
    const { kind, cards, onto } = best.option, chance = JSON.stringify([kind, [...cards].sort(), onto]), again = missed.has(chance);
    if (staysOpen(chosen.option, best.option)) missed.add(chance);
    return !again;
  });
}

function staysOpen(...options) {
  const has = (...kinds) => options.some((each) => kinds.includes(each.kind));
  if (has("challenge", "fold")) return false;
  return has("call", "pass") || !(has("take") || options.some((each) => each.kind === "draw" && each.at === 2));
}

// A part to unfold, which stays unfolded when the page is drawn anew.
function folded(name, title, content) {
  return h("details", { open: review.open.has(name), ontoggle: (event) => review.open[event.target.open ? "add" : "delete"](name) }, h("summary", {}, title), content);
}

// The table at a decision, and the value of every play.
function whyBox(each, name, title) {
  return folded(name, title, [positionBox(each.look), handSmall(each.look), answerList(each.answers, each.look, { against: each.chosen === each.answers[0] ? each.answers[1] : each.chosen })]);
}

function handSmall(look) {
  return [...look.groups.melds, look.groups.loose].map((group) => h("span", { class: "meld" }, group.map((card) => face(card, { small: true }))));
}

// The melds of the others, the piles and the own melds, without buttons.
function positionBox(look) {
  return [h("div", { class: "seats" }, [2, 1].map((step) => seatBox(look, (look.seat + step) % 3))), middle(look),
    h("div", {}, look.melds.filter((each) => each.owner === look.seat).map((each) => meldOf(each, look)))];
}

function reviewMine() {
  const { rules } = app.match;
  table.call("record").then((record) => reviewOf(record, rules, app.look.seat));
}

function reviewOf(record, rules, seat) {
  critic ||= new Helper();
  critic.stop();
  const run = review.run = Symbol("run"), mine = () => review.run === run;
  Object.assign(review, { found: [], done: 0, of: 0, working: true, failed: "", open: new Set() });
  show();
  const tell = ({ found, done, of }) => {
    if (!mine()) return;
    Object.assign(review, { done, of, found: [...review.found, ...(found ? [found] : [])].sort((one, other) => other.cost - one.cost) });
    if (app.tab === "review") draw($("#reviewed"), reviewedBox());
  };
  return critic.call("reviewRecord", { record, rules, seat, worlds: 128 }, tell)
    .then(() => { if (mine()) mistakes(review.found); }, (error) => { if (mine()) Object.assign(review, { failed: said(error, "bad_damaged"), of: 0 }); })
    .finally(() => { if (mine()) { review.working = false; if (app.tab === "review") show(); } });
}

// ---- saved games -----------------------------------------------------------------------------------------------------

function readGames(text) {
  Object.assign(review, { games: [], game: 0, failed: "" });
  try {
    const lines = text.split("\n").map((each) => each.trim()).filter(Boolean);
    review.games = isNotation(text) ? sheetsOf(pack, text).map(withGoodRules) : lines.map(readGame);
    review.seat = lines.length ? seatOf(review.games[0]) : 0;
  } catch (error) { review.failed = said(error, "bad_damaged"); }
  draw($("#read"), readBox());
  draw($("#reviewed"), reviewedBox());
}

// The seats of a game whose cards are all known, and the one that is reviewed unless another is chosen.
function knownOf(record) {
  return record.known || [0, 1, 2];
}

function seatOf(record) {
  const known = knownOf(record), mine = record.players.indexOf("you");
  return known.includes(mine) ? mine : known[0];
}

// A game from its line; an Error names the sentence about a mistake in it.
function readGame(line) {
  let record = null;
  try { record = JSON.parse(line); } catch { throw new Error(line.startsWith("{") ? "bad_damaged" : "bad_game"); }
  const version = (format) => Number((/^tongits-game\/(\d+)$/.exec(format) || [])[1]);
  if (!isTable(record) || !version(record.format)) throw new Error("bad_game");
  if (version(record.format) > version(pack.format)) throw new Error("bad_newer");
  record = withGoodRules(wellFormed(record));
  const { knobs } = record.rules, cards = [...record.hands.flat(), ...record.stock].map((each) => each.replace("10", "T"));
  const deck = [...ALL, "X1", "X2"].slice(0, 52 + Number(knobs["jokers.count"] || 0));
  if ([...cards].sort().join() !== deck.sort().join()) throw new Error("bad_cards");
  return record;
}

// What a line must hold before its game is played; what else stands there is left out.
function wellFormed(record) {
  const texts = (value, count) => Array.isArray(value) && (count === undefined || value.length === count) && value.every((each) => typeof each === "string");
  const whole = (value) => Number.isSafeInteger(value) && value >= 0, seat = (value) => whole(value) && value < 3;
  const { before, events, hands, rules } = record;
  const good = isTable(rules) && isTable(rules.knobs) && texts(record.players, 3) && Array.isArray(hands) && hands.length === 3 && hands.every((each) => texts(each))
    && texts(record.stock) && seat(record.dealer) && whole(record.game) && Array.isArray(events)
    && events.every((each) => isTable(each) && seat(each.seat) && typeof each.act === "string" && texts(each.cards ?? []) && isTable(each.as ?? {}))
    && isTable(before) && Number.isFinite(before.jackpot) && whole(before.streak) && (before.streak_seat === null || seat(before.streak_seat))
    && Array.isArray(before.scores) && before.scores.length === 3 && before.scores.every(whole);
  if (!good) throw new Error("bad_damaged");
  const { format, players, game, match_over, dealer, stock } = record;
  return { format, rules, players, game, match_over, dealer, before, hands, stock, events };
}

// The game; an Error where the page does not know its rules.
function withGoodRules(record) {
  const { knobs } = record.rules, odd = Object.keys(knobs).find((name) => pack.knobs.every((knob) => knob.name !== name));
  if (odd) throw new Error(`bad_rule ${odd}`);
  const stated = ({ name }) => Object.hasOwn(knobs, name), all = [...pack.knobs.filter(stated), ...pack.knobs.filter((knob) => !stated(knob))];
  for (const knob of all) { // a record states every knob; a wrong value is named before a missing one
    const text = String(knobs[knob.name] ?? "");
    if (!goodKnob(pack, knob.name, text)) throw new Error(`bad_rule ${knob.name}=${text}`);
  }
  const clash = clashOf(pack, rulesOf(knobs));
  if (clash) throw new Error(`bad_rule ${clash}`);
  return record;
}

// Rules from the knobs of a record: the first preset, and the differences from it.
function rulesOf(knobs) {
  const base = "pagat", mine = pack.rules[base].knobs, set = {};
  for (const knob of pack.knobs) {
    const text = String(knobs[knob.name]);
    if (text !== mine[knob.name]) set[knob.name] = text;
  }
  const name = Object.keys(pack.rules).find((each) => Object.entries({ ...mine, ...set }).every(([knob, text]) => pack.rules[each].knobs[knob] === text));
  return name ? { base: name, set: {} } : { base, set };
}
