// The frame: settings, tabs, keys, and the start of it all.

function rulesSelect(rules, changed) {
  return h("select", { "aria-label": t("rules"), onchange: (event) => changed(event.target.value) },
    Object.keys(pack.rules).map((name) => h("option", { value: name, selected: name === rules.base }, name + (name === app.rules.base && Object.keys(app.rules.set || {}).length ? ` (${t("changed_rules")})` : ""))));
}

// A house rule to set; `changed` answers why it cannot have the new value, if so.
function knobInput(knob, value, changed) {
  const sentence = (text) => knob.sentences[text] || knob.template.replace("{}", text), says = h("p", { class: "soft" }, sentence(value));
  const take = (input, text) => {
    const clash = goodKnob(pack, knob.name, text) ? changed(text) : t("between", knob.title, knob.lowest, knob.highest);
    if (clash) { toast(clash); input.value = value; } else { value = input.value = text; says.textContent = sentence(text); }
  };
  const input = knob.values.length ? h("select", { "aria-label": knob.title, onchange: (event) => take(event.target, event.target.value) }, knob.values.map((each) => h("option", { value: each, selected: each === value }, each.replaceAll("_", " "))))
    : h("input", { type: "number", "aria-label": knob.title, value, min: knob.lowest, max: knob.highest, step: knob.kind === "whole" ? 1 : 0.01, onchange: (event) => take(event.target, event.target.value && String(Number(event.target.value))) });
  return h("div", {}, h("label", {}, knob.title, input), says);
}

// A number of deals or of a deal, from what somebody typed.
function wholeNumber(text, least = 0, most = Number.MAX_SAFE_INTEGER) {
  return Math.max(least, Math.min(most, Math.round(Number(text) || 0)));
}

function settings() {
  const opponents = h("div", {});
  const dialog = h("dialog", { "aria-label": t("settings"), onclose: () => { dialog.remove(); show(); } });
  const again = () => { keep(); show(); fill(); };
  const play = (rules) => { app.rules = rules; ask.answer = train.item = train.look = null; keep(); start(); choose(); };
  const select = (name, options, current, changed) => h("label", {}, name, h("select", { onchange: (event) => changed(event.target.value) }, options.map(([value, text]) => h("option", { value, selected: value === current }, text))));
  const knobs = () => pack.knobs.map((knob) => knobInput(knob, knobsOf(pack, app.rules)[knob.name], (text) => {
    const rules = { base: app.rules.base, set: { ...app.rules.set, [knob.name]: text } }, clash = clashOf(pack, rules);
    if (clash) return clash;
    if (pack.rules[rules.base].knobs[knob.name] === text) delete rules.set[knob.name];
    play(rules);
    return "";
  }));
  const choose = () => draw(opponents, [0, 1].map((at) => h("div", {}, select(t("opponent", at + 1), botsUnder(pack, app.rules).map((each) => [each, each]), usable(app.bots)[at], (value) => { app.bots = usable(app.bots).map((each, other) => (other === at ? value : each)); keep(); start(); fill(); }), h("p", { class: "soft" }, pack.bots[readSpec(pack, usable(app.bots)[at]).name].summary))));
  const fill = () => redraw(dialog, () => [h("h2", {}, t("settings")),
    select(t("language"), Object.keys(WORDS).map((each) => [each, WORDS[each].name]), app.language, (value) => { app.language = app.chosen = value; again(); }), t("unread") ? h("p", { class: "soft" }, t("unread")) : null,
    select(t("look"), ["system", "light", "dark"].map((each) => [each, t(each)]), app.theme, (value) => { app.theme = value; again(); }),
    h("label", {}, t("rules"), rulesSelect(app.rules, (name) => { app.look = null; play({ base: name, set: {} }); fill(); })),
    opponents,
    h("label", {}, t("tutor"), h("input", { type: "checkbox", checked: app.tutor, onchange: (event) => { app.tutor = event.target.checked; keep(); } })),
    h("label", {}, t("unit_worth"), h("input", { type: "number", min: 0, step: "any", value: app.peso, onchange: (event) => { const peso = Number(event.target.value); app.peso = event.target.value = GOOD.peso(peso) ? peso : 1; keep(); show(); } })),
    h("label", {}, t("seed"), h("input", { type: "number", min: 0, step: 1, value: app.number ?? 0, onchange: (event) => { app.seed = event.target.value = wholeNumber(event.target.value); start(); } })),
    h("button", { type: "button", onclick: () => { app.seed = null; start(); dialog.close(); } }, t("new_game")),
    h("details", {}, h("summary", {}, t("house_rules")), knobs()),
    h("div", { class: "bar" }, h("button", { type: "button", class: "main", onclick: () => dialog.close() }, t("close")))]);
  choose();
  fill();
  document.body.append(dialog);
  dialog.showModal();
}

// ---- the frame ------------------------------------------------------------------------------------------------------

const PAGES = { play: playPage, ask: askPage, review: reviewPage, train: trainPage, lab: labPage };

function dress() {
  document.documentElement.lang = app.language;
  if (app.theme === "system") document.documentElement.removeAttribute("data-look");
  else document.documentElement.dataset.look = app.theme;
  draw($("nav"), Object.keys(PAGES).map((name) => h("button", { type: "button", id: "tab-" + name, "aria-current": app.tab === name ? "page" : null, onclick: () => go(name) }, t(name))));
  $("nav").setAttribute("aria-label", t("title"));
  draw($("header"), [h("h1", {}, t("title"), h("span", { class: "soft" }, ` · ${app.rules.base}${Object.keys(app.rules.set || {}).length ? "*" : ""}`)), h("button", { type: "button", id: "settings", "aria-label": t("settings"), onclick: settings }, "⚙")]);
}

function go(name) {
  app.tab = name;
  if (name !== "play") forget();
  if (thinker) thinker.stop();
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
  else if (event.key === "Escape") { app.picked = []; show(); }
  else if (["ArrowLeft", "ArrowRight"].includes(event.key) && document.activeElement.dataset.card) {
    const cards = [...document.querySelectorAll(".hand button")], at = cards.indexOf(document.activeElement);
    cards[(at + (event.key === "ArrowRight" ? 1 : -1) + cards.length) % cards.length].focus();
  } else return;
  event.preventDefault();
});

(async () => {
  restore(["chosen", "theme", "tutor", "peso"]);
  dress();
  ({ pack } = await loaded);
  restore(["rules", "bots"]);
  show();
  await goOn();
  document.body.dataset.ready = "1";
  app.shown = performance.now();
})();
