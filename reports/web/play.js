// Play: a match against bots, with hints.
async function start() {
  if (app.busy) { // a bot thinks about a game that the person has left
    table.end();
    table = new Helper();
    app.busy = false;
  }
  app.score = [0, 0, 0];
  app.number = app.seed ?? Math.floor(Math.random() * 2 ** 31);
  app.match = { made: pack.made, rules: app.rules, bots: [null, ...usable(app.bots)], seed: app.number, chosen: [[]] };
  await took(() => table.call("start", app.match));
}

// The match that the person left with the page, else a new one.
async function goOn() {
  const match = kept.get("match", null);
  if (match && match.made === pack.made && JSON.stringify(match.rules) === JSON.stringify(app.rules)) {
    try {
      await took(async () => {
        const { look, score } = await table.call("resume", match);
        Object.assign(app, { match, score, number: match.seed });
        return look;
      });
      return;
    } catch { /* a match of other bots or cards */ }
  }
  await start();
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

// Bots that play by these rules: those chosen, else the usual ones, else expert.
function usable(bots) {
  const known = botsUnder(pack, app.rules), plays = (each) => Boolean(readSpec(pack, each)) && known.includes(readSpec(pack, each).name);
  return bots.map((each, at) => [each, USUAL_BOTS[at]].find(plays) || "expert");
}

// Ask for a view of the table, unless one is on its way, and show it.
async function took(ask) {
  if (app.busy) return;
  app.busy = true;
  forget();
  const waiting = setTimeout(() => { if (app.busy && $(".say")) draw($(".say"), t("thinking")); }, 300);
  try {
    app.look = await ask();
    kept.set("match", app.match);
    for (const event of app.look.events) app.said[event.seat] = told(event, app.look.seat);
    const mine = app.look.events.findLast((each) => each.seat === app.look.seat && each.act === "draw");
    app.fresh = mine ? mine.card : null;
    if (app.look.over) app.look.result.payout.forEach((each, seat) => { app.score[seat] += each; });
    app.picked = [];
  } finally {
    clearTimeout(waiting);
    app.busy = false;
  }
  if (app.tab === "play") show();
  if (app.tab === "play" && app.look.over) $("main").scrollTop = 0;
  announce();
}

function announce() {
  const { look } = app;
  $("#live").textContent = [...look.events.filter((each) => each.seat !== look.seat).map((each) => told(each, look.seat)), prompt()].join(". ");
}

async function act(option) {
  if (app.busy || !app.look || app.look.over) return;
  let judged = null;
  await took(async () => {
    if (app.tutor && app.look.options.length > 1) judged = await table.call("moment", {});
    const look = await table.call("act", { option });
    app.match.chosen.at(-1).push({ kind: option.kind, at: option.at, word: option.word });
    return look;
  });
  if (judged) tutor(judged, option);
}

async function tutor(moment, option) {
  try {
    const { answers, look } = await weigh({ moment, worlds: 96 });
    const mine = answers.find((each) => each.option.kind === option.kind && each.option.word === option.word && each.option.cards.join() === option.cards.join());
    const best = answers[0];
    if (mine && best && mine !== best && mine.behindHigh < 0 && best.ev - mine.ev > 0.1)
      toast(t("tutor_said", sentence(best.option, look), (best.ev - mine.ev).toFixed(2)));
  } catch { /* the tutor is silent where there is no advice */ }
}

function toast(text) {
  const old = $(".toast");
  if (old) old.remove();
  const box = h("div", { class: "toast", role: "status", onclick: () => box.remove() }, text);
  document.body.append(box);
  setTimeout(() => box.remove(), 6000);
}

function forget() {
  if (app.hint && thinker) thinker.stop();
  app.hint = null;
}

async function hint() {
  if (app.hint) { forget(); show(); return; }
  const mine = app.hint = { worlds: 0, answers: [] };
  show();
  let seen = false;
  try {
    const moment = await table.call("moment", {});
    const last = await weigh({ moment, worlds: 1024 }, (part) => {
      if (app.hint !== mine) return;
      Object.assign(mine, part);
      draw($("#hint"), hintBox());
      if (!seen) $("#hint").scrollIntoView({ block: "nearest" });
      seen = true;
    });
    if (app.hint === mine) { Object.assign(mine, last, { done: true }); draw($("#hint"), hintBox()); }
  } catch (error) {
    if (app.hint === mine) { mine.failed = true; draw($("#hint"), hintBox()); }
  }
}

function hintBox() {
  const { hint } = app;
  if (!hint) return [];
  if (hint.failed) return [h("p", {}, t("no_advice"))];
  if (!hint.answers.length) return [h("p", { class: "soft" }, t("thinking"))];
  return [answerList(hint.answers, app.look, { choose: act })];
}

// The verdict in a sentence, and a line for every play: its worth, and the interval drawn.
function answerList(answers, look, { choose = null, against = answers[1] } = {}) {
  const [best, second] = answers, even = second && second.behindHigh >= 0;
  const verdict = !second ? t("only")
    : t(even ? "close_call" : "clear", sentence(best.option, look), (best.ev - second.ev).toFixed(2), sentence(second.option, look));
  const low = Math.min(...answers.map((each) => each.low)), high = Math.max(...answers.map((each) => each.high));
  const at = (x) => (100 * (x - low)) / Math.max(1e-9, high - low);
  const lines = answers.slice(0, 12).map((each, place) => h("li", { class: place ? null : "first" },
    choose
      ? h("button", { type: "button", onclick: () => choose(each.option) }, sentence(each.option, look)) : h("span", {}, sentence(each.option, look)),
    h("span", { class: "num" }, signed(each.ev)),
    h("span", { class: "scale", "aria-hidden": "true" }, h("span", { style: `left:${at(each.low)}%;width:${at(each.high) - at(each.low)}%` })),
    h("span", { class: "soft" }, `${signed(each.low)} … ${signed(each.high)} · ${place && each.behindHigh >= 0 ? `${t("as_good")} · ` : ""}${t("wins", percent(each.win))} · ${t("burns", percent(each.burned))}`)));
  return h("div", {}, h("p", {}, verdict), against && against !== best ? h("p", { class: "soft" }, reason(best, against)) : null,
    h("ul", { class: "answers" }, h("li", { class: "soft" }, h("span", {}, t("option")), h("span", { class: "num" }, t("payout"))), lines), h("p", { class: "soft" }, t("worlds", best.worlds)));
}

// Why the best play is ahead of another: the endings of games, and the cards left in the hand.
function reason(best, other) {
  const shares = ["win", "beaten", "burned"].filter((name) => Math.abs(best[name] - other[name]) >= 0.01)
    .map((name) => t("why_" + name, percent(best[name]), percent(other[name])));
  if (best.loose !== other.loose) shares.push(t("why_loose", best.loose, other.loose));
  return shares.length ? `${t("why")}: ${shares.join("; ")}.` : "";
}

function prompt() {
  const { look } = app;
  if (look.over) return ending(look);
  if (look.decision === "respond") return t("choose_respond", who(look.caller, look.seat));
  const kinds = new Set(look.options.map((each) => each.kind));
  if (kinds.has("draw")) return t("choose_turn");
  if (look.decision === "call") return t("choose_call");
  return kinds.has("lay") || kinds.has("sapaw") ? t("choose_lay") : t("choose_discard");
}

function ending(look) {
  const { result } = look;
  const name = result.winner === null ? t("nobody") : t("won", who(result.winner, look.seat));
  return `${name} ${t("by_" + result.ending)}`;
}

function seatBox(look, seat) {
  const live = look === app.look, melds = look.melds.filter((each) => each.owner === seat);
  return h("div", { class: "seat" + (live && look.events.at(-1)?.seat === seat ? " turn" : "") },
    h("b", {}, who(seat, look.seat), live ? ` · ${look.names[seat]}` : ""),
    h("div", { class: "soft" }, look.sizes[seat] === 1 ? t("card") : t("cards", look.sizes[seat]), look.dealer === seat ? ` · ${t("dealer")}` : ""),
    h("div", {}, melds.map((each) => meldOf(each, look, live && extension(each)))),
    look.over && look.shown[seat].length ? h("div", {}, h("span", { class: "meld" }, look.shown[seat].map((card) => face(card, { small: true })))) : null,
    live ? h("div", { class: "soft said" }, app.said[seat] || "") : null);
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
    h("div", { class: "pile" }, look.stock ? face(null, { "aria-hidden": "true" }) : null, h("span", {}, t("stock"), h("br"), look.stock ? t("cards", look.stock) : t("empty"))),
    h("div", { class: "pile" }, h("span", { class: "hidden-name" }, t("discards")), h("span", { class: "fan", style: taken ? "opacity:.75" : null }, shown.map((card, at) => face(card, { small: at < shown.length - 1 })))));
}

function playPage() {
  const { look } = app;
  if (!look) return h("section", { class: "table" }, h("p", {}, t("thinking")));
  const me = look.seat, mine = look.melds.filter((each) => each.owner === me);
  const buttons = look.over ? overButtons() : offered().map((option, at) =>
    h("button", { type: "button", class: at === 0 && option.kind !== "call" ? "main" : null, onclick: () => act(option) }, sentence(option)));
  if (!look.over) {
    if (look.undo) buttons.push(h("button", { type: "button", id: "undo", onclick: undo }, t("undo")));
    buttons.push(h("button", { type: "button", id: "hint-button", "aria-pressed": String(Boolean(app.hint)), onclick: hint }, app.hint ? t("close") : t("hint")));
  }
  return h("section", { class: "table" },
    h("div", { class: "seats" }, seatBox(look, (me + 2) % 3), seatBox(look, (me + 1) % 3)),
    middle(look),
    h("div", { "aria-label": t("your_melds"), role: "group" }, mine.map((each) => meldOf(each, look, extension(each)))),
    h("div", { class: "say" }, prompt()),
    look.over ? h("div", { class: "bar" }, buttons) : null,
    look.over ? overBox(look) : h("div", { class: "soft", style: "text-align:center" }, t("points", look.deadwood), look.exposed[me] && !mine.length ? ` · ${t("exposed")}` : ""),
    look.hand.length ? handBox(look, look.over ? null : pick) : null,
    look.over ? null : h("div", { class: "bar" }, buttons),
    h("div", { id: "hint", class: app.hint ? "panel" : "", "aria-live": "off" }, hintBox()));
}

function overButtons() {
  return [
    h("button", { type: "button", class: "main", id: "next", onclick: () => app.look.result.match_over ? start() : nextGame() }, t(app.look.result.match_over ? "new_game" : "next_game")),
    h("button", { type: "button", id: "cost", onclick: () => { go("review"); reviewMine(); } }, t("review_game")),
    h("button", { type: "button", onclick: save }, t("save")), h("button", { type: "button", onclick: share }, t("share"))];
}

function jackpotLine(look) {
  return look.jackpot ? h("p", { class: "soft jackpot" }, t("jackpot_holds", plain(look.jackpot))) : null;
}

// The parts of the payments, where there is more than one, and what lies in the jackpot.
function partRows(look, row) {
  const parts = Object.entries(look.result.parts).filter(([, amounts]) => amounts.some(Boolean));
  return parts.length > 1 || parts.some(([name]) => name !== "base") ? parts.map(([name, amounts]) => row(t("part_" + name), (seat) => amount(amounts[seat]))) : [];
}

function overBox(look) {
  const seats = [0, 1, 2].map((step) => (look.seat + step) % 3);
  const forScore = Number(knobsOf(pack, app.match.rules)["match.progressive_target"]) > 0;
  const row = (name, of) => h("tr", {}, h("th", { scope: "row" }, name), seats.map((seat) => h("td", {}, of(seat))));
  return h("div", { class: "panel wide" }, h("table", {},
    h("tr", {}, h("td", {}, ""), seats.map((seat) => h("th", { scope: "col" }, who(seat, look.seat)))),
    forScore ? null : partRows(look, row),
    forScore ? null : row(t("game_n", look.game + 1), (seat) => amount(look.result.payout[seat]) + (look.result.burned[seat] ? ` ${t("burned")}` : "")),
    row(t("score"), (seat) => forScore ? String(look.scores[seat]) : amount(app.score[seat])), !forScore && app.peso !== 1 ? row(t("pesos"), (seat) => amount(Math.round(100 * app.peso * app.score[seat]) / 100)) : null),
    jackpotLine(look));
}

async function save() {
  const link = h("a", { download: "tongits.jsonl", href: URL.createObjectURL(new Blob([JSON.stringify(await table.call("record")) + "\n"])) });
  link.click();
}

async function share() {
  copy(JSON.stringify(await table.call("record")));
}

async function copy(text) {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = h("textarea", { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast(t("copied"));
}
