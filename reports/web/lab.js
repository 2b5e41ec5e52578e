// Lab: thousands of games between bots, by two sets of rules side by side.
const MAX_GAMES = 1e8;
const lab = { rules: null, players: null, games: 100000, seed: 1, changes: {}, arms: null, of: "", running: false, error: "" };
{
  const { players, games, seed } = kept.table("lab"), whole = (value, least, most) => Number.isSafeInteger(value) && value >= least && value <= most;
  if (Array.isArray(players) && players.length === 3 && players.every((each) => typeof each === "string")) lab.players = players;
  if (whole(games, 100, MAX_GAMES)) lab.games = games;
  if (whole(seed, 0, Number.MAX_SAFE_INTEGER)) lab.seed = seed;
}

const labRules = () => lab.rules || app.rules; // as in Play, until others are chosen
const changed = () => Object.keys(lab.changes).length > 0;

function labPage() {
  lab.players ??= [...pack.usual_players];
  stale();
  const field = (name, id, value, onchange, more) => h("label", {}, name, h("input", { id, value, onchange: (event) => { onchange(event.target); labChanged(); }, ...more }));
  const number = (name, id, key, least, most) => field(t(name), id, lab[key], (input) => {
    lab[key] = wholeNumber(input.value, least, most);
    if (lab[key] !== Number(input.value)) toast(t("between", t(name), least.toLocaleString("en"), (most ?? Number.MAX_SAFE_INTEGER).toLocaleString("en")));
    input.value = lab[key];
  }, { type: "number", min: least, step: 1 });
  const knob = ([name, value]) => knobInput(pack.knobs.find((each) => each.name === name), value, (text) => { lab.changes[name] = text; labChanged(); });
  return h("section", {}, h("h2", {}, t("lab")), h("p", { class: "soft" }, t("lab_intro")),
    h("datalist", { id: "bots" }, Object.entries(pack.bots).map(([name, bot]) => h("option", { value: name }, bot.summary))),
    h("div", { class: "two" }, h("div", {}, [0, 1, 2].map((slot) => field(t("player", slot + 1), `player-${slot}`, lab.players[slot], (input) => { lab.players[slot] = input.value.trim(); }, { list: "bots" }))),
      h("div", {}, h("label", {}, t("rules"), rulesSelect(labRules(), (name) => { lab.rules = name === app.rules.base ? null : { base: name, set: {} }; show(); })), number("games", "games", "games", 100, MAX_GAMES), number("seed", "lab-seed", "seed", 0))),
    h("h3", {}, t("change")), Object.entries(lab.changes).map((each) => h("div", { class: "change" }, knob(each), h("button", { type: "button", "aria-label": t("take_out"), onclick: () => { delete lab.changes[each[0]]; show(); } }, "✕"))),
    h("select", { id: "add-change", "aria-label": t("change"), onchange: (event) => { lab.changes[event.target.value] = knobsOf(pack, labRules())[event.target.value]; show(); } },
      h("option", { value: "" }, t("add_change")), pack.knobs.filter((each) => !(each.name in lab.changes)).map((each) => h("option", { value: each.name }, each.title))),
    h("div", { class: "bar", style: "margin:8px 0" }, h("button", { type: "button", class: "main", id: "run", onclick: () => lab.running ? (lab.running = false) : simulate() }, t(lab.running ? "stop" : "run"))),
    h("div", { id: "results", "aria-live": "off" }, results()),
    h("div", { id: "command-box" }, commandBox()), h("button", { type: "button", onclick: () => copy(command()) }, t("copy")));
}

const commandBox = () => [h("h3", {}, t(changed() ? "command_pairs" : "command")), h("code", { id: "command" }, command())];

// Results stand only beside the command that they are of.
function stale() {
  if (lab.of !== command()) Object.assign(lab, { arms: null, running: false, error: "" });
}

// A field has changed: draw what follows from it.
function labChanged() {
  stale();
  draw($("#results"), results());
  draw($("#command-box"), commandBox());
  $("#run").textContent = t(lab.running ? "stop" : "run");
}

function command() {
  const rules = labRules(), set = Object.entries(rules.set || {}).map(([name, text]) => ` --set ${name}=${text}`).join("");
  const players = lab.players.join(","), changes = Object.entries(lab.changes).map((each) => ` ${each.join("=")}`).join("");
  return `tongits ${changed() ? "whatif" + changes : "simulate"} --rules ${rules.base}${set} --players ${/[()]/.test(players) ? `"${players}"` : players}`
    + (changed() ? ` --deals ${Math.ceil(lab.games / 3)}` : ` --games ${lab.games}`) + ` --seed ${lab.seed}`;
}

async function simulate() {
  const rules = labRules(), other = changed() ? { base: rules.base, set: { ...rules.set, ...lab.changes } } : null;
  const unknown = lab.players.find((each) => !readSpec(pack, each));
  lab.error = unknown !== undefined ? t("no_bot", unknown) : other ? clashOf(pack, other) : "";
  kept.set("lab", { players: lab.players, games: lab.games, seed: lab.seed });
  lab.of = command();
  if (lab.error) { show(); return; }
  const crew = Array.from({ length: Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)) }, (_, at) => helper(`crew ${at}`));
  const size = Math.max(1, Math.min(lab.players.some((each) => pack.bots[readSpec(pack, each).name].trees) ? 1000 : 20000, Math.ceil(lab.games / 40)));
  lab.arms = [rules, other].filter(Boolean).map((each) => ({ rules: each, sums: null, games: 0 }));
  const gaps = lab.gaps = [], mine = lab.running = Symbol("run"), began = performance.now();
  lab.names = seatNames(lab.players);
  let next = 0;
  show();
  await Promise.all(crew.map(async (each) => {
    while (lab.running === mine && next < lab.games) {
      const first = next, matches = Math.min(size, lab.games - first);
      next += matches;
      const sums = [];
      for (const arm of lab.arms) sums.push(await each.call("batch", { rules: arm.rules, players: lab.players, seed: lab.seed, first, matches }));
      if (lab.running !== mine) return;
      sums.forEach((sum, at) => { lab.arms[at].sums = addSums(lab.arms[at].sums, sum); lab.arms[at].games += matches; });
      if (sums.length > 1 && matches === size) gaps.push([0, 1, 2].map((slot) => (sums[1].x[slot] - sums[0].x[slot]) / matches / 100));
      lab.rate = (lab.arms.length * lab.arms[0].games) / (performance.now() - began) * 1000;
      draw($("#results"), results());
    }
  })).catch((error) => { lab.error = error.message; });
  if (lab.running === mine) lab.running = false;
  if (app.tab === "lab") show("#run");
}

// What every player earns, and how games go: a column for each set of rules, and by how much the change moves it.
function results() {
  if (lab.error) return [h("p", { class: "bad", role: "alert" }, lab.error)];
  if (!lab.arms || !lab.arms[0].sums) return [];
  const arms = lab.arms.map((each) => each.sums), two = arms.length > 1, of = (count) => count.toLocaleString("en");
  const within = (mean, half) => { // one digit of the half-width, two if it begins with 1
    if (!(half > 0 && half < Infinity)) return signed(mean);
    const digits = Math.max(0, (half.toExponential()[0] === "1" ? 1 : 0) - Math.floor(Math.log10(half)));
    return [signed(mean, digits), h("span", { class: "soft" }, ` ± ${half.toFixed(digits)}`)];
  };
  const earned = (sums, slot) => { const { mean, high } = ratio(sums, slot); return within(mean / 100, (high - mean) / 100); };
  const shifted = (slot) => within(sum(lab.gaps.map((each) => each[slot])) / lab.gaps.length, halfWidth(lab.gaps.map((each) => each[slot])));
  const table = (id, title, heads, rows) => h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": title }, h("table", { id },
    h("tr", {}, h("th", { scope: "col" }, title), heads.map((each) => h("th", { scope: "col" }, each))), rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map((each) => h("td", {}, each))))));
  const share = (x) => `${(100 * x).toFixed(x < 0.0995 ? 1 : 0)} %`, sides = two ? [t("before"), t("after")] : [];
  const shares = [...lab.names.flatMap((name, slot) => [[t("wins_of", name), (sums) => ratio(sums, 3 + slot).mean], [t("burns_of", name), (sums) => ratio(sums, 6 + slot).mean]]),
    ...pack.endings.map((name, at) => [t("ending_" + name), (sums) => sums.endings[at] / sums.n])].filter(([, value]) => arms.some((sums) => value(sums) > 0));
  return [h("progress", { max: lab.games, value: lab.arms[0].games, "aria-label": t("of_games", lab.arms[0].games, lab.games) }),
    h("p", { class: "soft" }, `${t("of_games", of(lab.arms[0].games), of(lab.games))} · ${t("per_second", of(Math.round(lab.rate)))}`),
    table("payouts", t("payout"), two ? [...sides, t("difference")] : [t("earns")], lab.names.map((name, slot) => [name, ...arms.map((sums) => earned(sums, slot)), ...(two ? [lab.gaps.length > 1 ? shifted(slot) : "…"] : [])])),
    table("shares", t("share_of_games"), two ? sides : [t("share")], shares.map(([name, value]) => [name, ...arms.map((sums) => share(value(sums)))])),
    h("p", { class: "soft" }, arms.map((sums) => (sums.turns / sums.n).toFixed(1)).join(" → "), " ", t("turns"), ". ", t("ci"))];
}
