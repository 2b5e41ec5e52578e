// Train: questions that come back until the person knows them.
// Leitner boxes: a right answer moves a question up a box, so it comes back later; a wrong one moves it to the first box.
const train = { item: null, look: null, chosen: null, done: 0, right: 0 };

// The person's own mistakes and progress; what another version of the page left is taken only if it is whole.
function ownQuestions() {
  const own = kept.get("own", []), lists = (table, names) => isTable(table) && names.every((name) => Array.isArray(table[name]));
  const choice = (each) => isTable(each) && lists(each.option, ["cards"]) && Number.isFinite(each.ev);
  return Array.isArray(own) ? own.filter((each) => lists(each, ["choices"]) && each.choices.length && each.choices.every(choice)
    && typeof each.name === "string" && lists(each.look, ["hand", "melds", "discards", "sizes"]) && lists(each.look.groups, ["melds", "loose"])) : [];
}

function boxOf(name) {
  const boxes = kept.table("boxes"), box = Object.hasOwn(boxes, name) ? boxes[name] : null;
  return isTable(box) && Number.isFinite(box.turn) && Number.isFinite(box.level) ? box : null;
}

const questionNumber = () => (Number.isSafeInteger(kept.get("turn", 0)) ? kept.get("turn", 0) : 0);

function mistakes(found) {
  const own = ownQuestions();
  for (const each of found.filter((one) => one.low > 0 && one.cost > 0.1).slice(0, 3))
    own.unshift({ name: `own-${Date.now()}-${each.at}`, look: each.look, choices: each.answers.slice(0, 5).map((answer) => ({ text: null, option: answer.option, ev: answer.ev, behind: answer.behind, behind_high: answer.behindHigh })) });
  kept.set("own", own.slice(0, 40));
}

async function ask_question() {
  const turn = questionNumber() + 1;
  kept.set("turn", turn);
  pack.questions = await opened(pack.questions);
  const items = [...ownQuestions(), ...pack.questions.map((each) => ({ ...each, rules: "pagat" }))];
  const due = (item) => { const box = boxOf(item.name); return box ? box.turn + 2 ** box.level - turn : 0.5; };
  train.item = items.map((each) => [due(each) + Math.random() * 0.4, each]).sort((one, other) => one[0] - other[0])[0][1];
  train.chosen = null;
  train.look = train.item.look || await (thinker ||= new Helper()).call("question", { item: train.item });
  const order = train.item.choices.map((_, at) => at).slice(0, 5);
  train.order = order.map((at) => [Math.random(), at]).sort((one, other) => one[0] - other[0]).map(([, at]) => at);
  if (app.tab === "train") show();
}

async function opened(text) {
  if (typeof text !== "string") return text;
  return jsonOf(await inflated(text));
}

function choiceText(choice) {
  return choice.text === null ? sentence(choice.option, train.look) : choice.text.replace(/\b(?:[A2-9TJQK][cdhs])\b/g, pretty);
}

function answer(at) {
  const { item } = train, right = at === 0 || item.choices[at].behind_high >= 0;
  train.chosen = at;
  train.done += 1;
  train.right += right ? 1 : 0;
  const box = { turn: questionNumber(), level: right ? Math.min(8, (boxOf(item.name)?.level || 2) + 1) : 1 };
  kept.set("boxes", { ...kept.table("boxes"), [item.name]: box });
  show();
}

function trainPage() {
  const { item, look, chosen } = train;
  if (!item || !look) { if (!item) ask_question(); return h("section", {}, h("h2", {}, t("train")), h("p", {}, t("thinking"))); }
  const done = chosen !== null, right = done && (chosen === 0 || item.choices[chosen].behind_high >= 0);
  return h("section", {}, h("h2", {}, t("train")), h("p", { class: "soft" }, t("train_intro"), " ", train.done ? t("known", train.right, train.done) : ""),
    positionBox(look), handBox(look, null),
    h("h3", {}, t("question")),
    h("div", { class: "bar" }, train.order.map((at) => h("button", { type: "button", class: done && at === 0 ? "main" : "choice", disabled: done && at !== 0 && at !== chosen, onclick: done ? null : () => answer(at) },
      choiceText(item.choices[at]), done ? ` ${signed(item.choices[at].ev)}` : ""))),
    done ? h("div", { class: "panel", role: "status" }, h("b", { class: right ? "good" : "bad" }, t(right ? "right_answer" : "wrong_answer")),
      item.choices[0].why ? h("p", {}, item.choices[0].why.replace(/\b(?:[A2-9TJQK][cdhs])\b/g, pretty)) : null,
      h("button", { type: "button", class: "main", id: "next-question", onclick: ask_question }, t("next_question"))) : null);
}

