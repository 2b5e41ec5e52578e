// The frame: settings, how to play, the rules of the table, tabs, keys, and the start of it all.

function rulesSelect(rules, changed) {
  return h("select", { "aria-label": t("rules"), onchange: (event) => changed(event.target.value) },
    Object.keys(pack.rules).map((name) => h("option", { value: name, selected: name === rules.base }, name + (name === app.rules.base && Object.keys(app.rules.set || {}).length ? ` (${t("changed_rules")})` : ""))));
}

const saidOf = (knob, text) => knob.sentences[text] || knob.template.replace("{}", text);

// A house rule to set; `changed` answers why it cannot have the new value, if so.
function knobInput(knob, value, changed) {
  const says = h("p", { class: "soft" }, saidOf(knob, value));
  const take = (input, text) => {
    const clash = goodKnob(pack, knob.name, text) ? changed(text) : t("between", knob.title, knob.lowest, knob.highest);
    if (clash) { toast(clash); input.value = value; } else { value = input.value = text; says.textContent = saidOf(knob, text); }
  };
  const input = knob.values.length ? h("select", { "aria-label": knob.title, onchange: (event) => take(event.target, event.target.value) }, knob.values.map((each) => h("option", { value: each, selected: each === value }, each.replaceAll("_", " "))))
    : h("input", { type: "number", "aria-label": knob.title, value, min: knob.lowest, max: knob.highest, step: knob.kind === "whole" ? 1 : 0.01, onchange: (event) => take(event.target, event.target.value && String(Number(event.target.value))) });
  return h("div", {}, h("label", {}, knob.title, input), says);
}

// A number of deals or of a deal, from what somebody typed.
function wholeNumber(text, least = 0, most = Number.MAX_SAFE_INTEGER) {
  return Math.max(least, Math.min(most, Math.round(Number(text) || 0)));
}

// ---- dialogs: each a screen --------------------------------------------------------------------------------------------

function opened(title, content, buttons = () => []) {
  const dialog = h("dialog", { "aria-label": title, onclose: () => { dialog.remove(); show(); } });
  const fill = () => redraw(dialog, () => [h("h2", {}, title), content(fill, dialog),
    h("div", { class: "bar" }, buttons(dialog), h("button", { type: "button", class: "main", id: "close", onclick: () => dialog.close() }, t("close")))]);
  fill();
  document.body.append(dialog);
  dialog.showModal();
}

function howToPlay() {
  opened(t("how_to"), () => [h("ol", {}, [1, 2, 3, 4, 5, 6, 7, 8].map((at) => h("li", {}, t("how_" + at)))), h("p", { class: "soft" }, t("keys"))],
    (dialog) => h("button", { type: "button", id: "to-rules", onclick: () => { dialog.close(); rulesOfTable(); } }, t("rules_here")));
}

// The sentences of the house rules by subject; what others than pagat's rules say comes first.
function rulesOfTable() {
  const knobs = knobsOf(pack, app.rules), usual = pack.rules.pagat.knobs, groups = {};
  const odd = pack.knobs.filter((each) => knobs[each.name] !== usual[each.name]);
  const subject = (knob) => knob.name.split(".")[0], first = ["call", "response", "pay", "bonus", "jackpot"];
  for (const knob of [...first.flatMap((each) => pack.knobs.filter((knob) => subject(knob) === each)), ...pack.knobs.filter((knob) => !first.includes(subject(knob)))])
    (groups[t("about_" + subject(knob))] ||= []).push(knob);
  const list = (some) => h("ul", {}, some.map((knob) => h("li", {}, saidOf(knob, knobs[knob.name]))));
  opened(`${t("rules_here")}: ${app.rules.base}`, () => [odd.length ? [h("h3", {}, t("unlike_pagat")), list(odd)] : null,
    Object.entries(groups).map(([name, some]) => h("details", { open: !odd.length && name === t("about_call") }, h("summary", {}, name), list(some)))]);
}

function settings() {
  const select = (name, options, current, changed) => h("label", {}, name, h("select", { onchange: (event) => changed(event.target.value) }, options.map((each) => each.group
    ? h("optgroup", { label: each.group }, each.of.map(([value, text]) => h("option", { value, selected: value === current }, text))) : h("option", { value: each[0], selected: each[0] === current }, each[1]))));
  const strengths = Object.entries(pack.strengths).reverse(), named = Object.keys(pack.bots).map((each) => [each, each]);
  const bots = [{ group: t("strength"), of: strengths.map(([name, bot]) => [bot, t("one_" + name)]) }, { group: t("others"), of: named.filter(([each]) => !Object.values(pack.strengths).includes(each)) }];
  opened(t("settings"), (fill, dialog) => {
    const play = (rules) => { app.rules = rules; ask.answer = train.item = null; keep(); start(); };
    return [select(t("language"), LANGUAGES.map((each, at) => [each, WORDS.name[at]]), app.language, (value) => { app.language = app.chosen = value; keep(); show(); fill(); }), t("unread") ? h("p", { class: "soft" }, t("unread")) : null,
      h("label", {}, t("rules"), rulesSelect(app.rules, (name) => { play({ base: name, set: {} }); fill(); })),
      [0, 1].map((at) => [select(who(at + 1), bots, app.bots[at], (value) => { app.bots = app.bots.with(at, value); keep(); start(); fill(); }), h("p", { class: "soft" }, `${app.bots[at]}: ${pack.bots[readSpec(pack, app.bots[at]).name].summary}`)]),
      h("label", {}, t("tutor"), h("input", { type: "checkbox", id: "tutor", checked: app.tutor, onchange: (event) => { app.tutor = event.target.checked; keep(); prepareTutor(); } })),
      h("label", {}, t("unit_worth"), h("input", { type: "number", id: "peso", min: 0, step: "any", value: app.peso, onchange: (event) => { const peso = Number(event.target.value); app.peso = event.target.value = GOOD.peso(peso) ? peso : 1; keep(); show(); } })),
      h("button", { type: "button", onclick: () => { start(); dialog.close(); } }, t("new_game")),
      matches().length ? h("details", {}, h("summary", {}, t("matches")), matches().map((each) => h("button", { type: "button", class: "match", onclick: () => { start(each).catch(() => start()); dialog.close(); } },
        t("match_line", each.rules.base, each.bots.slice(1).map(strength).join(", "), each.chosen.length, paid(each.score?.[0] ?? 0) || "0")))) : null,
      h("details", {}, h("summary", {}, t("house_rules")), pack.knobs.map((knob) => knobInput(knob, knobsOf(pack, app.rules)[knob.name], (text) => {
        const rules = { base: app.rules.base, set: { ...app.rules.set, [knob.name]: text } }, clash = clashOf(pack, rules);
        if (clash) return clash;
        if (pack.rules[rules.base].knobs[knob.name] === text) delete rules.set[knob.name];
        play(rules);
        return "";
      })))];
  });
}

// ---- the frame ------------------------------------------------------------------------------------------------------

const PAGES = { play: playPage, ask: askPage, review: reviewPage, train: trainPage, lab: labPage };

function dress() {
  document.documentElement.lang = app.language;
  draw($("nav"), Object.keys(PAGES).map((name) => h("button", { type: "button", id: "tab-" + name, "aria-current": app.tab === name ? "page" : null, onclick: () => go(name) }, t(name))));
  $("nav").setAttribute("aria-label", t("title"));
  draw($("header"), [h("h1", {}, t("title")), h("button", { type: "button", id: "rules-here", onclick: rulesOfTable }, app.rules.base + (Object.keys(app.rules.set || {}).length ? "*" : "")),
    h("button", { type: "button", id: "pocket-card", "aria-label": t("pocket_card"), onclick: pocketCard }, "▤"),
    h("button", { type: "button", id: "how", "aria-label": t("how_to"), onclick: howToPlay }, "?"), h("button", { type: "button", id: "settings", "aria-label": t("settings"), onclick: settings }, "⚙")]);
}

function go(name) {
  app.tab = name;
  if (name !== "play") forget();
  if (helpers.thinker) helpers.thinker.stop();
  show();
  $("main").scrollTop = 0;
}

// Draw the page anew.
function show(focus = null) {
  redraw($("main"), () => { dress(); return PAGES[app.tab](); }, focus);
}

// Keys: digits press the buttons of the bar, h asks for a hint, u takes back, Escape unpicks.
addEventListener("keydown", (event) => {
  if (app.tab !== "play" || !app.look || $("dialog") || event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
  const buttons = [...document.querySelectorAll(".bar button")], digit = Number(event.key);
  if (digit >= 1 && digit <= buttons.length) buttons[digit - 1].click();
  else if (event.key === "h" && $("#hint-button")) hint();
  else if (event.key === "u" && $("#undo")) $("#undo").click();
  else if (event.key === "Escape") { app.picked = []; app.warn = null; show(); }
  else if (["ArrowLeft", "ArrowRight"].includes(event.key) && document.activeElement.dataset.card) {
    const cards = [...document.querySelectorAll(".hand button")], at = cards.indexOf(document.activeElement);
    cards[(at + (event.key === "ArrowRight" ? 1 : -1) + cards.length) % cards.length].focus();
  } else return;
  event.preventDefault();
});

// One tap is one move: the second of a double tap would press what the first has brought there. Keys have no such place.
let tapped = -Infinity;
addEventListener("click", (event) => {
  if (!event.detail || !event.target.closest?.(".table .bar button, .table button.meld")) return;
  if (performance.now() - tapped < 350) event.stopImmediatePropagation();
  else tapped = performance.now();
}, true);

// What a link brings: a hand for Ask, a game for Review.
async function openLink() {
  try {
    const value = await ofLink(location.hash);
    if (!value) return;
    if (isTable(value.game)) { go("review"); await readGames(location.href); show(); }
    else if (isTable(value)) { readHand(value); go("ask"); }
  } catch (error) { toast(said(error, "bad_damaged")); }
}

addEventListener("hashchange", openLink);

(async () => {
  restore(["chosen", "tutor", "peso"]);
  dress();
  ({ pack } = await loaded);
  restore(["rules", "bots"]);
  show();
  await goOn();
  await openLink();
  document.body.dataset.ready = "1";
  app.shown = performance.now();
})();
