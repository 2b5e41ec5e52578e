// Train: the page plays games itself and asks where the choice matters; what was wrong comes back until it is known.
const TOPICS = ["any", "call", "challenge", "lay", "discard"];
const train = { topic: "any", item: null, chosen: null, done: 0, right: 0, next: null, asking: false };
const MAX_OWN = 40, KNOWN = 3; // right answers in a row

// The positions to ask again: own mistakes, of games and of questions. What another version of the page left goes.
function ownQuestions() {
  const own = kept.get("own", []);
  return Array.isArray(own) ? own.filter(goodQuestion) : [];
}

// Whether a value from the storage is a question of this version of the page: one that can be shown.
function goodQuestion(value) {
  const whole = (number) => Number.isSafeInteger(number) && number >= 0;
  if (!isTable(value) || value.made !== pack.made || !whole(value.due) || !whole(value.level) || !goodRules(pack, value.rules)) return false;
  const { answers } = value, good = (row) => Number.isFinite(row.lead.mean) && Number.isFinite(row.lead.se);
  try {
    positionBox(answers.look);
    handBox(answers.look, null);
    answerBox(answers, answers.look);
    return answers.rows.length > 1 && answers.rows.every((row) => good(row) && sentence(row.option, answers.look));
  } catch { return false; } // a part is missing
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
  const turn = asked() + 1, due = ownQuestions().find((each) => each.due < turn && (train.topic === "any" || topicOf(each.answers) === train.topic)), { rules } = app;
  kept.set("turn", turn);
  if (!train.next || train.next.rules !== rules || train.next.topic !== train.topic) train.next = newQuestion(rules);
  if (app.tab === "train") show();
  const wanted = train.next, item = due ? { ...due, own: true } : { rules, answers: await wanted.answers };
  if (train.next !== wanted) return; // another topic was chosen meanwhile, and asks for itself
  train.asking = false;
  if (item.answers && app.rules === rules) {
    const order = [...item.answers.rows.slice(0, SHOWN).keys()].map((at) => [Math.random(), at]).sort((one, other) => one[0] - other[0]);
    Object.assign(train, { item, order: order.map(([, at]) => at), next: due ? train.next : newQuestion(rules) });
  }
  if (app.tab === "train") show();
}

function newQuestion(rules) {
  const { topic } = train, answers = helper("trainer").call("question", { rules, seed: Math.floor(Math.random() * 2 ** 31), topic });
  return { rules, topic, answers: answers.catch((error) => ({ failed: said(error, "no_advice"), rows: [] })) };
}

// Right answers and questions by topic, kept on the phone.
function scores() {
  const whole = (value) => Number.isSafeInteger(value) && value >= 0;
  return Object.fromEntries(Object.entries(kept.table("scores")).filter(([topic, counts]) => TOPICS.includes(topic)
    && Array.isArray(counts) && counts.length === 2 && counts.every(whole)));
}

function keepScore(topic, right) {
  if (!topic) return;
  const [rights, done] = scores()[topic] ?? [0, 0];
  kept.set("scores", { ...scores(), [topic]: [rights + (right ? 1 : 0), done + 1] });
}

const isRight = ({ answers }, at) => !worse(answers.rows[at]);

function answer(at) {
  const { item } = train, right = isRight(item, at), others = ownQuestions().filter((each) => JSON.stringify(each.answers.look.hand) !== JSON.stringify(item.answers.look.hand));
  train.chosen = at;
  keepScore(topicOf(item.answers), right);
  train.done += 1;
  train.right += right ? 1 : 0;
  const level = right ? (item.level || 0) + 1 : 0, again = { made: pack.made, rules: item.rules, answers: asKept(item.answers), level, due: asked() + 2 ** (level + 1) };
  keepOwn(level < KNOWN && (item.own || !right) ? [...others, again] : others);
  show();
}

function trainPage() {
  const { item, chosen } = train;
  const topics = h("label", {}, t("topic"), h("select", { id: "topic", onchange: (event) => { train.topic = event.target.value; helper("trainer").stop(); Object.assign(train, { item: null, chosen: null, next: null, asking: false }); show(); } },
    TOPICS.map((each) => h("option", { value: each, selected: each === train.topic }, t("topic_" + each)))));
  const told = TOPICS.filter((each) => Array.isArray(scores()[each])).map((each) => t("known_topic", t("topic_" + each), ...scores()[each])).join(" · ");
  const intro = [h("h2", {}, t("train")), topics, told ? h("p", { class: "soft", id: "scores" }, told) : null, h("p", { class: "soft" }, t("train_intro"), " ", train.done ? t("known", train.right, train.done) : "")];
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
