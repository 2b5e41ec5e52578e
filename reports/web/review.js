// Review: the cost of the decisions of a game.
const review = { found: [], done: 0, of: 0, working: false, text: "", games: [], game: 0, seat: 0, failed: "", open: new Set() };

function reviewPage() {
  return h("section", {}, h("h2", {}, t("review")), h("p", { class: "soft" }, t("review_intro")),
    app.look && app.look.over ? h("button", { type: "button", class: "main", id: "review-mine", onclick: reviewMine }, t("review_game")) : null,
    h("div", { id: "reviewed" }, reviewedBox()), weeksBox(),
    h("details", { open: Boolean(review.text || review.games.length) }, h("summary", {}, t("paste")),
      h("textarea", { id: "pasted", "aria-label": t("paste"), spellcheck: "false", value: review.text, oninput: (event) => { review.text = event.target.value; readGames(review.text); } }),
      h("input", { type: "file", id: "opened", accept: ".jsonl,.json,.txt", "aria-label": t("open_file"), onchange: async (event) => { $("#pasted").value = review.text = ""; readGames(await event.target.files[0].text()); } }),
      h("div", { id: "read" }, readBox())));
}

function readBox() {
  const record = review.games[review.game], select = (id, text, names, chosen, change) => h("label", {}, text,
    h("select", { id, onchange: (event) => { change(Number(event.target.value)); show(); } }, names.map((name, at) => h("option", { value: at, selected: at === chosen }, name))));
  if (!record) return [review.failed ? h("p", { class: "bad", role: "alert" }, review.failed) : null];
  return [review.games.length > 1 ? select("which-game", t("which_game"), review.games.map((each, at) => `${at + 1}: ${seatNames(each.players).join(", ")}`), review.game, (at) => { review.game = at; review.seat = seatOf(review.games[at]); }) : null,
    select("whose", t("whose"), seatNames(record.players), review.seat, (at) => { review.seat = at; }),
    h("button", { type: "button", class: "main", id: "review-pasted", onclick: () => reviewOf(record, rulesOf(record.rules.knobs), review.seat, earlierOf(review.games, review.game)) }, t("review_pasted"))];
}

const chosenRow = (each) => each.answers.rows[each.chosen];
const clearlyWrong = (each) => worse(chosenRow(each));
const costs = (each) => ["clear", "likely"].includes(chosenRow(each).word);

function reviewedBox() {
  const once = countedOnce(review.found), charged = once.filter(clearlyWrong).sort((one, other) => chosenRow(other).lead.mean - chosenRow(one).lead.mean);
  const total = once.reduce((all, each) => all + chosenRow(each).lead.mean, 0);
  if (!review.of && !review.working) return review.games.length || review.failed ? [] : [h("p", { class: "soft" }, t("none_yet"))];
  return [
    h("p", { role: "status" }, h("b", {}, review.working ? t("reviewed", review.done, review.of) : charged.length ? t("in_all", charged.length, much(total)) : t("no_mistakes"))),
    review.working ? [h("progress", { max: review.of || 1, value: review.done, "aria-label": t("reviewed", review.done, review.of) }), h("button", { type: "button", id: "stop-review", onclick: () => helper("critic").stop() }, t("stop"))] : null,
    charged.map((each) => h("article", { class: "panel mistake" },
      h("h3", {}, `${t("turn", each.answers.look.turn)} · `, h("span", { class: "bad" }, "−" + much(chosenRow(each).lead.mean)), ` · ${worseAt(each)}`),
      h("p", {}, t("you_played", sentence(chosenRow(each).option, each.answers.look)), h("br"), h("b", {}, t("better", sentence(each.answers.rows[0].option, each.answers.look)))),
      h("p", { class: "soft" }, reason(each.answers.rows[0], chosenRow(each))),
      h("button", { type: "button", class: "send-hand", onclick: () => sendPicture(handPicture(each), `tongits-${each.answers.look.turn}.png`) }, t("send_hand")),
      whyBox(each, each.at, t("look_at_it")))),
    review.found.length ? folded("all", t("every_decision"), review.found.map((each) => {
      const row = chosenRow(each), { look } = each.answers;
      return whyBox(each, `all ${each.at}`, `${t("turn", look.turn)}: ${sentence(row.option, look)} · ${each.chosen === 0 ? t("the_best") : costs(each) ? "−" + much(row.lead.mean) : t("as_good")}`);
    })) : null];
}

// The tables at which a play is worse.
function worseAt(each) {
  const at = chosenRow(each).at.map((there, table) => each.answers.rows[0].at[table].ev - there.ev > each.answers.margin);
  return at.every(Boolean) ? t("at_all") : t("against", listed(each.answers.tables.filter((_, table) => at[table]).map((name) => t("at_" + name))));
}

// The choices that cost something, clear and likely, without chances that were clearly missed before: a call, a meld to lay
// and a card to throw stay open to the next turn, and count once (`with_counted_costs` of analyses/review.py).
function countedOnce(found) {
  const missed = new Set();
  return [...found].sort((one, other) => one.at - other.at).filter(costs).filter((each) => {
    const best = each.answers.rows[0].option, { kind, cards, onto } = best, chance = JSON.stringify([kind, [...cards].sort(), onto]), again = missed.has(chance);
    if (clearlyWrong(each) && staysOpen(chosenRow(each).option, best)) missed.add(chance);
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
  return folded(name, title, [positionBox(each.answers.look), handSmall(each.answers.look), answerBox(each.answers, each.answers.look, { against: chosenRow(each) })]);
}

function handSmall(look) {
  return [...look.groups.melds, look.groups.loose].map((group) => h("span", { class: "meld" }, group.map((card) => face(card, { small: true }))));
}

// The melds of the others, the piles and the own melds, without buttons.
function positionBox(look) {
  return [h("div", { class: "seats" }, [2, 1].map((step) => seatBox(look, (look.seat + step) % 3))), middle(look),
    h("div", {}, look.melds.filter((each) => each.owner === look.seat).map((each) => meldOf(each, look)))];
}

// ---- progress: what the choices of a week cost, kept on the phone ------------------------------------------------------

const MAX_WEEKS = 26, MAX_KNOWN = 400;

// The Monday of this week.
function thisWeek() {
  const day = new Date();
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((each) => String(each).padStart(2, "0")).join("-");
}

const weeks = () => {
  const found = kept.get("weeks", []);
  return Array.isArray(found) ? found.filter((each) => isTable(each) && typeof each.week === "string" && [each.choices, each.wrong, each.cost].every((count) => Number.isFinite(count) && count >= 0) && each.choices > 0) : [];
};

// A reviewed game counts once, in the week of its review.
function keepWeek(record) {
  const known = kept.get("counted", []), name = JSON.stringify([record.seed, record.game, record.players, record.events.length]), list = Array.isArray(known) ? known : [];
  if (!review.found.length || list.includes(name)) return;
  kept.set("counted", [...list, name].slice(-MAX_KNOWN));
  const charged = countedOnce(review.found).filter(clearlyWrong), week = thisWeek(), all = weeks(), old = all.find((each) => each.week === week) || { week, choices: 0, wrong: 0, cost: 0 };
  const cost = charged.reduce((sum, each) => sum + chosenRow(each).lead.mean, 0);
  const now = { week, choices: old.choices + review.found.length, wrong: old.wrong + charged.length, cost: old.cost + cost };
  kept.set("weeks", [...all.filter((each) => each.week !== week), now].slice(-MAX_WEEKS));
}

function weeksBox() {
  const all = weeks(), most = Math.max(...all.map((each) => each.cost / each.choices), 0.01);
  if (!all.length) return null;
  return h("div", { class: "panel", id: "weeks" }, h("h3", {}, t("progress")), all.map((each) => h("div", { class: "week" }, h("span", { class: "soft" }, t("progress_line", each.week, much(each.cost / each.choices), each.wrong, each.choices)),
    h("i", { style: `width: ${(100 * each.cost) / each.choices / most}%` }))));
}

function reviewMine() {
  table.call("match").then((games) => reviewOf(games.at(-1), app.match.rules, app.look.seat, games.slice(0, -1)));
}

// `earlier`: the games of its match before it.
function reviewOf(record, rules, seat, earlier = []) {
  helper("critic").stop();
  const run = review.run = Symbol("run"), mine = () => review.run === run;
  Object.assign(review, { found: [], done: 0, of: 0, working: true, failed: "", open: new Set() });
  show();
  const tell = ({ found, done, of }) => {
    if (!mine()) return;
    Object.assign(review, { done, of, found: [...review.found, ...(found ? [found] : [])] });
    if (app.tab === "review") draw($("#reviewed"), reviewedBox());
  };
  return helper("critic").call("reviewRecord", { record, earlier, rules, seat }, tell)
    .then(() => { if (mine()) { learn(countedOnce(review.found).filter(clearlyWrong), rules); keepWeek(record); } }, (error) => { if (mine()) Object.assign(review, { failed: said(error, "bad_damaged"), of: 0 }); })
    .finally(() => { if (mine()) { review.working = false; if (app.tab === "review") show(); } });
}

// ---- saved games -----------------------------------------------------------------------------------------------------

async function readGames(text) {
  Object.assign(review, { games: [], game: 0, failed: "" });
  try {
    if (/^\s*(https?|file):\S*#/.test(text)) review.games = [playable(wellFormed((await ofLink(text.trim()))?.game))];
    else if (/^\s*(#|rules |name |dealer |hand |[ABC]:)/m.test(text) && !/^\s*\{/.test(text)) throw new Error("bad_written");
    else review.games = text.split("\n").map((each) => each.trim()).filter(Boolean).map(readGame);
    review.seat = review.games.length ? seatOf(review.games[0]) : 0;
  } catch (error) { review.failed = said(error, "bad_damaged"); }
  draw($("#read"), readBox());
  draw($("#reviewed"), reviewedBox());
}

// The games of a match before one of them, if they all stand before it (`MatchHistories` of tongits_sim/records/history.py).
function earlierOf(games, at) {
  const record = games[at], earlier = games.slice(Math.max(0, at - record.game), at), match = ({ seed, match, rules, players }) => JSON.stringify([seed, match, rules.name, players]);
  return earlier.length === record.game && earlier.every((each, number) => each.game === number && match(each) === match(record)) ? earlier : [];
}

// The seat that is reviewed unless another is chosen.
const seatOf = (record) => Math.max(0, record.players.indexOf("you"));

// A game from its line; an Error names the sentence about a mistake in it.
function readGame(line) {
  let record = null;
  try { record = JSON.parse(line); } catch { throw new Error(line.startsWith("{") ? "bad_damaged" : "bad_game"); }
  const version = (format) => Number((/^tongits-game\/(\d+)$/.exec(format) || [])[1]);
  if (!isTable(record) || !version(record.format)) throw new Error("bad_game");
  if (version(record.format) > version(pack.format)) throw new Error("bad_newer");
  return playable(wellFormed(record));
}

// What a line must hold before its game is played; what else stands there is left out.
function wellFormed(record) {
  const texts = (value, count) => Array.isArray(value) && (count === undefined || value.length === count) && value.every((each) => typeof each === "string");
  const whole = (value) => Number.isSafeInteger(value) && value >= 0, seat = (value) => whole(value) && value < 3;
  const { before, events, hands, rules } = isTable(record) ? record : {};
  const good = isTable(rules) && isTable(rules.knobs) && texts(record.players, 3) && Array.isArray(hands) && hands.length === 3 && hands.every((each) => texts(each))
    && texts(record.stock) && seat(record.dealer) && whole(record.game) && Array.isArray(events)
    && events.every((each) => isTable(each) && seat(each.seat) && typeof each.act === "string" && texts(each.cards ?? []) && isTable(each.as ?? {}))
    && isTable(before) && Number.isFinite(before.jackpot) && whole(before.streak) && (before.streak_seat === null || seat(before.streak_seat))
    && Array.isArray(before.scores) && before.scores.length === 3 && before.scores.every(whole);
  if (!good) throw new Error("bad_damaged");
  const { format, seed, match, players, game, match_over, dealer, stock } = record;
  const usual = Object.fromEntries(pack.knobs.map((knob) => [knob.name, knob.default])); // a game of an older version lacks what is younger
  return { format, seed, match, rules: { ...rules, knobs: { ...usual, ...rules.knobs } }, players, game, match_over, dealer, before, hands, stock, events };
}

// The game; an Error where the page does not know its rules, or cards are missing.
function playable(record) {
  const { knobs } = record.rules, odd = Object.keys(knobs).find((name) => pack.knobs.every((knob) => knob.name !== name));
  if (odd) throw new Error(`bad_rule ${odd}`);
  for (const knob of pack.knobs) {
    const text = String(knobs[knob.name]);
    if (!goodKnob(pack, knob.name, text)) throw new Error(`bad_rule ${knob.name}=${text}`);
  }
  const clash = clashOf(pack, rulesOf(knobs));
  if (clash) throw new Error(`bad_rule ${clash}`);
  const deck = [...ALL, "X1", "X2"].slice(0, 52 + Number(knobs["jokers.count"])), cards = [...record.hands.flat(), ...record.stock].map((each) => each.replace("10", "T"));
  if (cards.sort().join() !== deck.sort().join()) throw new Error("bad_cards");
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
