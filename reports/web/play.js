// Play: a match against bots, with hints and a tutor who speaks before the move.
const MAX_MATCHES = 8;

async function start(match = null, seed = Math.floor(Math.random() * 2 ** 31)) {
  if (app.busy) { // a bot thinks about a game that the person has left
    table.end();
    table = new Helper();
    app.busy = false;
  }
  Object.assign(app, { score: [0, 0, 0], said: [null, null, null] });
  app.match = match || { made: pack.made, rules: app.rules, bots: [null, ...app.bots], seed, chosen: [[]] };
  await took(async () => {
    if (!match) return table.call("start", app.match);
    const { look, score } = await table.call("resume", match);
    Object.assign(app, { score, rules: match.rules, bots: match.bots.slice(1) });
    return look;
  });
}

// The matches that the person left, the last one first.
function matches() {
  const stored = kept.get("matches", []);
  return Array.isArray(stored) ? stored.filter(goodMatch) : [];
}

// Whether a value from the storage is a match of this version of the page, by rules that can be played.
function goodMatch(value) {
  const bots = isTable(value) && Array.isArray(value.bots) ? value.bots.slice(1) : [];
  const score = value?.score ?? [0, 0, 0];
  return isTable(value) && value.made === pack.made && goodRules(pack, value.rules) && GOOD.bots(bots)
    && Number.isSafeInteger(value.seed) && value.seed >= 0 && Array.isArray(score) && score.length === 3 && score.every(Number.isFinite)
    && Array.isArray(value.chosen) && value.chosen.length > 0 && value.chosen.every((each) => Array.isArray(each) && each.every(isTable));
}

async function goOn() {
  try { await start(matches()[0] || null); } catch { await start(); } // a match that cannot be played again
}

function nextGame() {
  return took(async () => {
    const look = await table.call("next");
    app.match.chosen.push([]);
    return look;
  });
}

function undo() {
  return took(async () => {
    const look = await table.call("undo");
    app.match.chosen.at(-1).pop();
    return look;
  });
}

// Ask for a view of the table, unless one is on its way, and show it.
async function took(ask) {
  if (app.busy) return;
  app.busy = true;
  forget();
  const waiting = setTimeout(() => { if (app.busy && $(".say")) draw($(".say"), t("thinking")); }, 300);
  try {
    app.look = await ask();
    const { look } = app;
    for (const event of look.events) app.said[event.seat] = told(event, look);
    app.fresh = look.events.findLast((each) => each.seat === look.seat && each.act === "draw")?.card;
    if (look.over) look.result.payout.forEach((each, seat) => { app.score[seat] += each; });
    if (app.match.chosen.some((each) => each.length)) kept.set("matches", [{ ...app.match, score: app.score }, ...matches().filter((each) => each.seed !== app.match.seed)].slice(0, MAX_MATCHES));
    app.picked = [];
  } finally {
    clearTimeout(waiting);
    app.busy = false;
  }
  prepareTutor();
  if (app.tab === "play") show();
  if (app.tab === "play" && app.look.over) $("main").scrollTop = 0;
  const { look } = app;
  $("#live").textContent = [...look.events.filter((each) => each.seat !== look.seat).map((each) => told(each, look)), prompt()].join(". ");
}

// The tutor thinks while the person does.
function prepareTutor() {
  if (app.tutor && app.look && app.look.options.length > 1) app.judged = table.call("moment").then((moment) => weigh({ moment }, null, "tutor")).catch(() => null);
}

async function act(option) {
  const { look, warn } = app;
  if (app.busy || !look || look.over) return;
  if (app.tutor && look.options.length > 1 && !(warn && sameOption(warn.option, option)) && await tutor(option)) return;
  await took(async () => {
    const seen = await table.call("act", { option });
    app.match.chosen.at(-1).push({ kind: option.kind, at: option.at, word: option.word, cards: option.cards });
    return seen;
  });
}

// Whether the tutor has something to say against a move, and says it.
async function tutor(option) {
  app.busy = true;
  const waiting = setTimeout(() => draw($(".say"), t("thinking")), 200), look = app.look, answers = await app.judged;
  clearTimeout(waiting);
  if (app.look !== look) return true; // another match has begun
  app.busy = false;
  const row = answers && answers.rows.find((each) => sameOption(each.option, option));
  if (!row || !worse(row)) return false;
  app.warn = { option, best: answers.rows[0].option, cost: row.lead.mean, why: reason(answers.rows[0], row) };
  show();
  return true;
}

function forget() {
  if (app.hint) helper("thinker").stop();
  app.hint = app.warn = null;
}

async function hint() {
  if (app.hint) { forget(); show(); return; }
  const mine = app.hint = { rows: [] }, fill = (part) => { if (app.hint === mine) { Object.assign(mine, part); draw($("#hint"), hintBox()); } };
  let seen = false;
  show();
  try {
    fill(await weigh({ moment: await table.call("moment") }, (part) => {
      fill(part);
      if (!seen && app.hint === mine) $("#hint").scrollIntoView({ block: "nearest" });
      seen = true;
    }));
  } catch (error) { fill({ failed: said(error, "no_advice") }); }
}

function hintBox() {
  const { hint } = app;
  return !hint ? [] : [hint.failed ? h("p", {}, hint.failed) : hint.rows.length ? answerBox(hint, app.look, { choose: act }) : h("p", { class: "soft" }, t("thinking"))];
}

// ---- advice in words: the verdict, a row a play, a column a table -----------------------------------------------------

function answerBox(answers, look, { choose = null, against = null } = {}) {
  const { rows } = answers, other = against && against !== rows[0] ? against : rows[1];
  const cells = (row) => [...row.at.map((each) => each.ev), row.ev].map((ev) => h("td", {}, worth(ev, answers.margin)));
  const line = (row, place) => h("tr", { class: place ? null : "first" }, h("th", { scope: "row" }, choose
    ? h("button", { type: "button", onclick: () => choose(row.option) }, sentence(row.option, look)) : sentence(row.option, look)), cells(row));
  const table = (some, first) => h("table", { class: "answers" }, h("tr", {}, h("th", { scope: "col" }, t("expect", money())),
    [...answers.tables, "all_tables"].map((name) => h("th", { scope: "col" }, t(name)))), some.map((row, at) => line(row, at + first)));
  return h("div", {}, h("p", { class: "verdict" }, verdictOf(answers, look)), other ? h("p", { class: "soft" }, reason(rows[0], other)) : null, table(rows.slice(0, 4), 0),
    rows.length > 4 ? h("details", {}, h("summary", {}, t("more_plays", rows.length - 4)), table(rows.slice(4, 16), 4)) : null);
}

function verdictOf({ rows, tables, verdict, margin }, look) {
  const [best, second] = rows.map((each) => sentence(each.option, look)), { word, near, instead } = verdict;
  if (word === "forced") return t("only");
  const told = word === "close" ? [near.slice(0, 3).map((each) => sentence(rows[each].option, look)).join(", "), much(Math.max(margin, ...near.map((each) => rows[each].lead.mean)))] : [much(rows[1].lead.mean), second];
  const turned = [...new Set(instead.filter((each) => each !== null))].map((place) => {
    const at = tables.flatMap((_, table) => (instead[table] === place ? [table] : [])), gap = Math.min(...at.map((table) => rows[place].at[table].ev - rows[0].at[table].ev));
    return t("turns_at", listed(at.map((table) => t("at_" + tables[table]))), sentence(rows[place].option, look), much(Math.abs(gap)));
  });
  return [t("verdict_" + word, best, ...told), ...turned].join(" ");
}

// Why the best play is ahead of another: the chances that differ by a tenth, the most first, else the cards left in the hand.
// As `because` of analyses/reasons.py.
function reason(best, other) {
  const gain = { win: best.win - other.win, burned: other.burned - best.burned, beaten: other.beaten - best.beaten };
  const parts = Object.keys(gain).filter((name) => gain[name] >= 0.1).sort((one, two) => gain[two] - gain[one])
    .map((name) => (name !== "win" && best[name] < 0.005 ? t("else_" + name, percent(other[name])) : t("why_" + name, percent(best[name]), percent(other[name]))));
  if (!parts.length && other.loose - best.loose >= 5) parts.push(t("why_loose", best.loose, other.loose));
  return parts.length ? `${t("why")}: ${parts.slice(0, 2).join("; ")}.` : "";
}

// ---- the table --------------------------------------------------------------------------------------------------------

function prompt() {
  const { look, warn } = app;
  if (look.over) return ending(look);
  if (warn) return t("tutor_says", sentence(warn.option), much(warn.cost), sentence(warn.best));
  if (look.decision === "respond") return t("choose_respond", who(look.caller, look.seat));
  const kinds = new Set(look.options.map((each) => each.kind));
  if (kinds.has("draw")) return t("choose_turn");
  if (look.decision === "call") return t("choose_call");
  return kinds.has("lay") || kinds.has("sapaw") ? t("choose_lay") : t("choose_discard");
}

// The end of a game in words: who called, who answered, who won.
function ending(look) {
  const { result } = look, winner = result.winner === null ? t("nobody") : t("won", who(result.winner, look.seat));
  const answers = look.events.filter((each) => ["call", "challenge", "fold"].includes(each.act)).map((each) => told(each, look) + ".");
  return [...answers, `${winner} ${t("by_" + result.ending)}.`].join(" ");
}

function seatBox(look, seat) {
  const live = look === app.look, melds = look.melds.filter((each) => each.owner === seat);
  return h("div", { class: "seat" + (live && look.events.at(-1)?.seat === seat ? " turn" : "") },
    h("b", {}, who(seat, look.seat), live ? h("span", { class: "soft" }, ` ${strength(look.names[seat])}`) : ""),
    h("div", { class: "soft" }, look.sizes[seat] === 1 ? t("card") : t("cards", look.sizes[seat]), look.dealer === seat ? ` · ${t("dealer")}` : ""),
    h("div", {}, melds.map((each) => meldOf(each, look, live && !look.over ? extension(each) : null))),
    look.over && look.shown[seat].length ? h("div", {}, h("span", { class: "meld" }, look.shown[seat].map((card) => face(card, { small: true })))) : null,
    live && !look.over ? h("div", { class: "soft said" }, app.said[seat] || "") : null);
}

// The addition to a meld that the cards picked make, or the take onto it; null for none.
function extension(meld) {
  const found = app.look.options.filter((each) => each.onto === meld.number && (each.kind === "take"
    ? !app.picked.length : app.picked.length === 1 && each.cards[0] === app.picked[0]));
  return found.length === 1 ? found[0] : null;
}

// The options that fit the cards picked; without any, those that need none and the longest melds.
function offered() {
  const { look, picked } = app, same = (one, other) => [...one].sort().join() === [...other].sort().join();
  const hand = (option) => option.cards.filter((each) => look.hand.includes(each));
  if (picked.length) {
    const fit = look.options.filter((each) => ["lay", "sapaw", "discard", "take"].includes(each.kind) && same(hand(each), picked) && hand(each).length);
    return fit.sort((one, other) => (one.kind === "discard") - (other.kind === "discard"));
  }
  const plain = look.options.filter((each) => !["lay", "discard", "sapaw"].includes(each.kind));
  const lays = look.options.filter((each) => each.kind === "lay" && !each.hidden);
  const groups = look.groups.melds.flatMap((group) => lays.filter((each) => same(each.cards, group)));
  return [...plain.slice(0, 5), ...(groups.length ? groups : lays.sort((a, b) => b.cards.length - a.cards.length)).slice(0, 3)];
}

function pick(card) {
  const { picked } = app;
  app.picked = picked.includes(card) ? picked.filter((each) => each !== card) : [...picked, card];
  app.warn = null;
  show(`[data-card="${card}"]`);
}

function handBox(look, press) {
  const melded = look.groups.melds.flat(), cards = [...melded, ...look.groups.loose];
  return h("div", { class: "hand", role: "group", "aria-label": t("your_hand") }, cards.map((card) => face(card, {
    name: press ? "button" : "span", "data-card": card, class: [!melded.includes(card) && "loose", card === app.fresh && "new"].filter(Boolean).join(" "),
    "aria-pressed": press ? String(app.picked.includes(card)) : null, onclick: press ? () => press(card) : null,
  })));
}

function middle(look) {
  const shown = look.discards.slice(-6).map((each) => each.card);
  const taken = look.discards.length && !look.offer;
  return h("div", { class: "middle" },
    h("div", { class: "pile" }, look.stock ? face(null, { "aria-hidden": "true" }) : null, h("span", {}, t("stock"), h("br"), look.stock ? t(look.stock === 1 ? "card" : "cards", look.stock) : t("empty"))),
    h("div", { class: "pile" }, h("span", { class: "hidden-name" }, t("discards")), h("span", { class: "fan", style: taken ? "opacity:.75" : null }, shown.map((card, at) => face(card, { small: at < shown.length - 1 })))));
}

function playPage() {
  const { look, warn } = app;
  if (!look) return h("section", { class: "table" }, h("p", {}, t("thinking")));
  const me = look.seat, mine = look.melds.filter((each) => each.owner === me), button = (text, onclick, more) => h("button", { type: "button", ...more, onclick }, text);
  const asked = warn ? [button(sentence(warn.best), () => act(warn.best), { class: "main", id: "better" }), button(t("anyway", sentence(warn.option)), () => act(warn.option), { id: "anyway" })]
    : offered().map((option, at) => button(sentence(option), () => act(option), { class: at === 0 && option.kind !== "call" ? "main" : null }));
  const buttons = look.over ? overButtons() : [...asked, look.undo && !warn ? button(t("undo"), undo, { id: "undo" }) : null,
    button(t(app.hint ? "close" : "hint"), hint, { id: "hint-button", "aria-pressed": String(Boolean(app.hint)) })];
  return h("section", { class: "table" },
    h("div", { class: "seats" }, seatBox(look, (me + 2) % 3), seatBox(look, (me + 1) % 3)),
    look.over ? null : middle(look),
    h("div", { "aria-label": t("your_melds"), role: "group" }, mine.map((each) => meldOf(each, look, look.over ? null : extension(each)))),
    h("div", { class: warn ? "say warn" : "say" }, prompt()),
    warn?.why ? h("p", { class: "soft" }, warn.why) : null,
    look.over ? [h("div", { class: "bar" }, buttons), overBox(look)] : h("div", { class: "soft", style: "text-align:center" }, t("points", look.deadwood), look.exposed[me] && !mine.length ? ` · ${t("exposed")}` : ""),
    look.hand.length ? handBox(look, look.over ? null : pick) : null,
    look.over ? null : h("div", { class: "bar" }, buttons),
    h("div", { id: "hint", class: app.hint ? "panel" : "", "aria-live": "off" }, hintBox()));
}

function overButtons() {
  const last = app.look.result.match_over, button = (text, onclick, more) => h("button", { type: "button", ...more, onclick }, text);
  return [button(t(last ? "new_game" : "next_game"), () => (last ? start() : nextGame()), { class: "main", id: "next" }),
    button(t("review_game"), () => { go("review"); reviewMine(); }, { id: "cost" }), button(t("save"), save),
    button(t("link"), async () => copyLink({ game: await table.call("record") }), { id: "share" })];
}

// Who pays what for what, in words; what lies in the jackpot, and who may take it.
function overBox(look) {
  const seats = [0, 1, 2].map((step) => (look.seat + step) % 3), knobs = knobsOf(pack, app.match.rules), { result } = look;
  const forScore = Number(knobs["match.progressive_target"]) > 0;
  const row = (name, of) => h("tr", {}, h("th", { scope: "row" }, name), seats.map((seat) => h("td", {}, of(seat))));
  const part = ([name, amounts]) => row(t(name !== "jackpot" ? "part_" + name : amounts.some((each) => each > 0) ? "jackpot_won" : "jackpot_fed"), (seat) => paid(amounts[seat]));
  const others = seats.filter((seat) => seat !== result.winner && look.shown[seat].length).map((seat) => t(result.burned[seat] ? "held_burned" : "held", who(seat, look.seat), result.counts[seat]));
  const next = look.streak && look.streak === Number(knobs["jackpot.streak"]) - 1 ? t(look.streak_seat === look.seat ? "jackpot_yours" : "jackpot_theirs", who(look.streak_seat, look.seat)) : "";
  return h("div", { class: "panel wide" }, h("table", { id: "settled" },
    h("tr", {}, h("th", { scope: "col" }, forScore ? t("score") : money()), seats.map((seat) => h("th", { scope: "col" }, who(seat, look.seat)))),
    forScore ? null : [Object.entries(result.parts).filter(([, amounts]) => amounts.some(Boolean)).map(part), row(t("this_game"), (seat) => paid(result.payout[seat]) || "0")],
    row(t("the_match"), (seat) => (forScore ? String(look.scores[seat]) : paid(app.score[seat]) || "0"))),
    others.length ? h("p", {}, others.join(", ") + ".") : null,
    look.jackpot ? h("p", { class: "jackpot" }, t("jackpot_holds", `${paid(look.jackpot).slice(1)} ${money()}`), " ", next) : null);
}

// The games of the match so far, as lines of a file of records.
async function save() {
  const lines = (await table.call("match")).map((each) => JSON.stringify(each) + "\n");
  h("a", { download: "tongits.jsonl", href: URL.createObjectURL(new Blob(lines)) }).click();
}
