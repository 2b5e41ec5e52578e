// Ask: a position from the person, and the value of every play in it.
// `drafts`: cards tapped for a meld of each seat that is not put down yet.
const ask = { place: "hand", hand: [], melds: [], drafts: [[], [], []], discards: [], sizes: [12, 12, 12], answer: null };
const ALL = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

function askPage() {
  const places = [["hand", t("my_hand")], ["discards", t("discarded")], ["meld0", t("my_meld")], ["meld1", t("right_meld")], ["meld2", t("left_meld")]];
  const list = ask.place === "hand" ? ask.hand : ask.place === "discards" ? ask.discards : ask.drafts[ask.place[4]];
  const used = [...ask.hand, ...ask.discards, ...ask.melds.flatMap((each) => each.cards), ...ask.drafts.flat()];
  const mine = ask.hand.length + ask.melds.filter((each) => each.owner === 0).flatMap((each) => each.cards).length;
  const jokers = Number(knobsOf(pack, app.rules)["jokers.count"]), all = [...ALL, ...(ask.place === "hand" ? ["X1", "X2"].slice(0, jokers) : [])];
  const stock = 52 + jokers - new Set(used).size - ask.sizes[1] - ask.sizes[2];
  const toggle = (card) => {
    const at = list.indexOf(card);
    if (at >= 0) list.splice(at, 1);
    else list.push(card);
    ask.answer = null;
    show(`[data-card="${card}"]`);
  };
  const step = (seat, by) => h("button", { type: "button", "aria-label": t(by < 0 ? "fewer" : "more"), onclick: () => { ask.sizes[seat] = Math.max(1, Math.min(13, ask.sizes[seat] + by)); ask.answer = null; show(); } }, by < 0 ? "−" : "+");
  const lying = ask.drafts.findIndex((each) => each.length);
  const wrong = lying >= 0 ? t("not_down", prettyAll(ask.drafts[lying]), places[2 + lying][1]) : mine < 12 || mine > 13 ? t("need_hand", mine) : stock < 0 || stock > 15 + jokers ? t("bad_stock", stock) : "";
  return h("section", {}, h("h2", {}, t("ask")), h("p", { class: "soft" }, t("ask_intro")),
    h("div", { class: "row", role: "group" }, places.map(([name, text]) => h("button", { type: "button", id: "place-" + name, class: ask.place === name ? "main" : null, "aria-pressed": String(ask.place === name), onclick: () => { ask.place = name; show("#place-" + name); } }, text))),
    h("div", { class: "panel" }, shownList(list)),
    h("div", { class: "picker" }, all.flatMap((card) => [face(card, { name: "button", "data-card": card, "aria-pressed": String(list.includes(card)), disabled: used.includes(card) && !list.includes(card), onclick: () => toggle(card) }), card[0] === "K" ? h("span", { class: "gap" }) : null])),
    h("div", { class: "row", style: "margin-top:8px" },
      ask.place.startsWith("meld") ? h("button", { type: "button", disabled: list.length < 3, onclick: putDown }, t("add_meld")) : null,
      h("button", { type: "button", onclick: () => { Object.assign(ask, { hand: [], melds: [], drafts: [[], [], []], discards: [], sizes: [12, 12, 12], answer: null }); show(); } }, t("clear_all"))),
    ask.melds.map((meld) => h("button", { class: "meld", type: "button", "aria-label": t("take_up", who(meld.owner), meld.cards.map(spoken).join(", ")), onclick: () => takeUp(meld) }, h("span", { class: "soft" }, who(meld.owner)), meld.cards.map((card) => face(card, { small: true, "aria-hidden": "true" })))),
    h("div", { class: "row" }, t("right_holds"), step(1, -1), h("b", {}, String(ask.sizes[1])), step(1, 1)), h("div", { class: "row" }, t("left_holds"), step(2, -1), h("b", {}, String(ask.sizes[2])), step(2, 1)),
    h("p", { class: wrong ? "bad" : "soft", role: "status" }, wrong || t("in_stock", stock)),
    h("div", { class: "bar" }, h("button", { type: "button", class: "main", id: "ask-now", disabled: Boolean(wrong), onclick: () => askNow(stock, mine === 13) }, t("ask_now")),
      h("button", { type: "button", id: "share-hand", disabled: Boolean(wrong), onclick: () => copyLink({ rules: app.rules, hand: ask.hand, melds: ask.melds, discards: ask.discards, sizes: ask.sizes }) }, t("link"))),
    h("div", { id: "answer", "aria-live": "polite" }, askAnswer()));
}

function putDown() {
  const owner = Number(ask.place[4]), cards = ask.drafts[owner];
  ask.melds.push({ owner, cards });
  ask.sizes[owner] = Math.max(1, ask.sizes[owner] - cards.length);
  ask.drafts[owner] = [];
  ask.answer = null;
  show();
}

function takeUp(meld) {
  ask.melds = ask.melds.filter((each) => each !== meld);
  ask.sizes[meld.owner] = Math.min(12, ask.sizes[meld.owner] + meld.cards.length);
  ask.answer = null;
  show();
}

function shownList(list) {
  return list.length ? h("span", {}, list.map((card) => face(card, { small: true }))) : h("span", { class: "soft" }, "–");
}

function askAnswer() {
  const { answer } = ask;
  if (!answer) return [];
  if (answer.failed) return [h("p", { class: "bad" }, answer.failed)];
  return [answer.rows.length ? h("div", { class: "panel" }, answerBox(answer, { seat: 0, melds: ask.melds.map((each, number) => ({ ...each, number })) })) : h("p", {}, t("thinking"))];
}

async function askNow(stock, drawn) {
  const facts = { hand: ask.hand, melds: ask.melds, discards: ask.discards, stock, sizes: [ask.hand.length, ask.sizes[1], ask.sizes[2]], drawn };
  const mine = ask.answer = { rows: [] };
  draw($("#answer"), askAnswer());
  let seen = false;
  const tell = (part) => {
    if (ask.answer !== mine) return;
    Object.assign(mine, part);
    draw($("#answer"), askAnswer());
    if (!seen) $("#answer").scrollIntoView({ block: "start" }); // it would lie below the screen
    seen = true;
  };
  try { tell(await weigh({ facts, rules: app.rules }, tell)); } catch (error) { tell({ failed: said(error, "bad_position") }); }
}

// A hand from a link; an Error where it holds none.
function readHand({ rules, hand, melds, discards, sizes }) {
  const cards = (list) => Array.isArray(list) && list.every((each) => [...ALL, "X1", "X2"].includes(each));
  const good = goodRules(pack, rules) && cards(hand) && cards(discards) && Array.isArray(melds) && melds.every((each) => isTable(each) && [0, 1, 2].includes(each.owner) && cards(each.cards))
    && Array.isArray(sizes) && sizes.length === 3 && sizes.every((each) => Number.isInteger(each) && each > 0 && each < 14);
  if (!good) throw new Error("bad_damaged");
  Object.assign(ask, { hand, melds: melds.map(({ owner, cards }) => ({ owner, cards })), discards, sizes, drafts: [[], [], []], answer: null });
  app.rules = { base: rules.base, set: rules.set || {} };
}
