// The frame: settings, tabs, keys, and the start of it all.

function rulesSelect(rules, changed) {
  return h("select", { "aria-label": t("rules"), onchange: (event) => changed(event.target.value) },
    Object.keys(pack.rules).map((name) => h("option", { value: name, selected: name === rules.base }, name + (name === app.rules.base && Object.keys(app.rules.set || {}).length ? ` (${t("changed_rules")})` : ""))));
}

function knobInput(knob, value, changed) {
  const text = knob.sentences[value] || knob.template.replace("{}", value);
  const input = knob.values.length ? h("select", { "aria-label": knob.title, onchange: (event) => changed(event.target.value) }, knob.values.map((each) => h("option", { value: each, selected: each === value }, each.replaceAll("_", " "))))
    : h("input", { type: "number", "aria-label": knob.title, value, min: knob.lowest, max: knob.highest, step: knob.kind === "whole" ? 1 : 0.01, onchange: (event) => { const number = Number(event.target.value); if (number >= knob.lowest && number <= knob.highest) changed(String(number)); else { toast(t("between", knob.title, knob.lowest, knob.highest)); event.target.value = value; } } });
  return h("div", {}, h("label", {}, knob.title, input), h("p", { class: "soft" }, text));
}

function settings() {
  const dialog = h("dialog", { "aria-label": t("settings"), onclose: () => dialog.remove() });
  const again = () => { keep(); dress(); show(); fill(); };
  const select = (name, options, current, changed) => h("label", {}, name, h("select", { onchange: (event) => changed(event.target.value) }, options.map(([value, text]) => h("option", { value, selected: value === current }, text))));
  const knobs = () => pack.knobs.map((knob) => knobInput(knob, knobsOf(pack, app.rules)[knob.name], (text) => {
    const rules = { base: app.rules.base, set: { ...app.rules.set, [knob.name]: text } }, clash = clashOf(pack, rules);
    if (clash) { toast(clash); fill(); return; }
    if (pack.rules[rules.base].knobs[knob.name] === text) delete rules.set[knob.name];
    app.rules = rules;
    keep();
    start();
  }));
  const fill = () => draw(dialog, [h("h2", {}, t("settings")),
    select(t("language"), Object.keys(WORDS).map((each) => [each, WORDS[each].name]), app.language, (value) => { app.language = value; again(); }), t("unread") ? h("p", { class: "soft" }, t("unread")) : null,
    select(t("look"), ["system", "light", "dark"].map((each) => [each, t(each)]), app.theme, (value) => { app.theme = value; again(); }),
    h("label", {}, t("rules"), rulesSelect(app.rules, (name) => { app.rules = { base: name, set: {} }; app.look = null; keep(); start(); fill(); })), h("p", { class: "soft" }, ""),
    [0, 1].map((at) => h("div", {}, select(t("opponent", at + 1), botsUnder(pack, app.rules).map((each) => [each, each]), usable(app.bots)[at], (value) => { app.bots[at] = value; keep(); start(); fill(); }), h("p", { class: "soft" }, pack.bots[readSpec(pack, usable(app.bots)[at]).name].summary))),
    h("label", {}, t("tutor"), h("input", { type: "checkbox", checked: app.tutor, onchange: (event) => { app.tutor = event.target.checked; keep(); } })),
    h("label", {}, t("unit_worth"), h("input", { type: "number", min: 0, step: "any", value: app.peso, onchange: (event) => { app.peso = Number(event.target.value) || 1; again(); } })),
    h("label", {}, t("seed"), h("input", { type: "number", min: 0, step: 1, value: app.number ?? 0, onchange: (event) => { app.seed = Math.max(0, Math.round(Number(event.target.value))); start(); } })),
    h("button", { type: "button", onclick: () => { app.seed = null; start(); dialog.close(); } }, t("new_game")),
    h("details", {}, h("summary", {}, t("house_rules")), knobs()),
    h("div", { class: "bar" }, h("button", { type: "button", class: "main", onclick: () => dialog.close() }, t("close")))]);
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

// Draw the page anew; the focus returns to the control of the same name, else of the same place.
function show(focus = null) {
  const controls = () => [...document.querySelectorAll("main :is(button, select, input, textarea, summary)")];
  const active = document.activeElement, at = controls().indexOf(active), place = $("main").scrollTop;
  dress();
  draw($("main"), PAGES[app.tab]());
  $("main").scrollTop = place;
  const found = focus ? $(focus) : active && active.id ? $("#" + active.id) : at >= 0 ? controls()[Math.min(at, controls().length - 1)] : null;
  if (found) found.focus({ preventScroll: true });
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
  dress();
  ({ pack } = await loaded);
  if (!pack.rules[app.rules.base]) app.rules = { base: Object.keys(pack.rules).includes("pagat") ? "pagat" : Object.keys(pack.rules)[0], set: {} };
  show();
  await goOn();
  document.body.dataset.ready = "1";
  app.shown = performance.now();
})();
