// Train: the page plays games itself and asks where the choice matters; what was wrong comes back until it is known.
const train = { item: null, chosen: null, done: 0, right: 0, next: null, asking: false };
const MAX_OWN = 40, KNOWN = 3; // right answers in a row

// The positions to ask again: own mistakes, of games and of questions. What another version of the page left goes.
function ownQuestions() {
  const own = kept.get("own", []);
  return Array.isArray(own) ? own.filter((each) => isTable(each) && each.made === pack.made) : [];
}

const asked = () => (Number.isSafeInteger(kept.get("turn", 0)) ? kept.get("turn", 0) : 0);

// Mistakes of a game become questions.
function learn(found, rules) {
  keepOwn([...found.slice(0, 3).map(({ answers }) => ({ made: pack.made, rules, answers: asKept(answers), level: 0, due: asked() + 2 })), ...ownQuestions()]);
}

const keepOwn = (own) => kept.set("own", own.slice(0, MAX_OWN));
const asKept = ({ rows, ...rest }) => ({ ...rest, rows: rows.slice(0, 6) });

// A position that is due, else one of a game that the page plays.
async function nextQuestion() {
  if (train.asking || (train.item && train.chosen === null)) return;
  Object.assign(train, { item: null, chosen: null, asking: true });
  const turn = asked() + 1, due = ownQuestions().find((each) => each.due < turn), { rules } = app;
  kept.set("turn", turn);
  if (!train.next || train.next.rules !== rules) train.next = newQuestion(rules);
  if (app.tab === "train") show();
  const item = due ? { ...due, own: true } : { rules, answers: await train.next.answers };
  train.asking = false;
  if (item.answers && app.rules === rules) {
    const order = [...item.answers.rows.slice(0, 5).keys()].map((at) => [Math.random(), at]).sort((one, other) => one[0] - other[0]);
    Object.assign(train, { item, order: order.map(([, at]) => at), next: due ? train.next : newQuestion(rules) });
  }
  if (app.tab === "train") show();
}

function newQuestion(rules) {
  const answers = helper("trainer").call("question", { rules, seed: Math.floor(Math.random() * 2 ** 31) });
  return { rules, answers: answers.catch((error) => ({ failed: said(error, "no_advice"), rows: [] })) };
}

const isRight = ({ answers }, at) => !worse(answers.rows[at], answers);

function answer(at) {
  const { item } = train, right = isRight(item, at), others = ownQuestions().filter((each) => JSON.stringify(each.answers.look.hand) !== JSON.stringify(item.answers.look.hand));
  train.chosen = at;
  train.done += 1;
  train.right += right ? 1 : 0;
  const level = right ? (item.level || 0) + 1 : 0, again = { made: pack.made, rules: item.rules, answers: asKept(item.answers), level, due: asked() + 2 ** (level + 1) };
  keepOwn(level < KNOWN && (item.own || !right) ? [...others, again] : others);
  show();
}

function trainPage() {
  const { item, chosen } = train;
  const intro = [h("h2", {}, t("train")), h("p", { class: "soft" }, t("train_intro"), " ", train.done ? t("known", train.right, train.done) : "")];
  if (!item) {
    setTimeout(nextQuestion);
    return h("section", {}, intro, h("p", {}, t("finding")));
  }
  if (item.answers.failed) return h("section", {}, intro, h("p", {}, item.answers.failed));
  const { answers } = item, { look } = answers, done = chosen !== null;
  return h("section", { class: "question" }, intro, positionBox(look), handBox(look, null),
    h("h3", {}, item.own ? t("question_again") : t("question")),
    h("div", { class: "bar" }, train.order.map((at) => h("button", { type: "button", class: done && at === 0 ? "main" : "choice", disabled: done, onclick: () => answer(at) }, sentence(answers.rows[at].option, look)))),
    done ? h("div", { class: "panel", role: "status" }, h("b", { class: isRight(item, chosen) ? "good" : "bad" }, t(isRight(item, chosen) ? "right_answer" : "wrong_answer")),
      answerBox(answers, look, { against: answers.rows[chosen] }),
      h("button", { type: "button", class: "main", id: "next-question", onclick: nextQuestion }, t("next_question"))) : null);
}
