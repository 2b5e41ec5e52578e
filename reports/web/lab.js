// Lab: thousands of games between bots.
const MOST_GAMES = 1e8;
const lab = { rules: null, players: ["greedy", "caller", "hunter"], games: 100000, seed: 1, change: "", value: "", arms: null, of: "", running: false, error: "" };
const whole = (value, least, most) => Number.isSafeInteger(value) && value >= least && value <= most;
{
  const { players, games, seed } = kept.table("lab");
  if (Array.isArray(players) && players.length === 3 && players.every((each) => typeof each === "string")) lab.players = players;
  if (whole(games, 100, MOST_GAMES)) lab.games = games;
  if (whole(seed, 0, Number.MAX_SAFE_INTEGER)) lab.seed = seed;
}

const labRules = () => lab.rules || app.rules; // as in Play, until others are chosen

function labPage() {
  stale();
  const known = botsUnder(pack, labRules());
  const choices = (slot) => h("label", {}, t("player", slot + 1), h("input", { list: "bots", id: `player-${slot}`, value: lab.players[slot], "aria-label": t("player", slot + 1), onchange: (event) => { lab.players[slot] = event.target.value.trim(); labChanged(); } }));
  const knob = pack.knobs.find((each) => each.name === lab.change);
  return h("section", {}, h("h2", {}, t("lab")), h("p", { class: "soft" }, t("lab_intro")),
    h("datalist", { id: "bots" }, known.map((name) => h("option", { value: name }, pack.bots[name].summary))),
    h("div", { class: "two" }, h("div", {}, [0, 1, 2].map(choices)),
      h("div", {}, h("label", {}, t("rules"), rulesSelect(labRules(), (name) => { lab.rules = name === app.rules.base ? null : { base: name, set: {} }; show(); })), h("label", {}, t("games"), h("input", { type: "number", id: "games", min: 100, max: 100000000, step: 1, value: lab.games, onchange: (event) => { lab.games = event.target.value = wholeNumber(event.target.value, 100, MOST_GAMES); labChanged(); } })),
        h("label", {}, t("seed"), h("input", { type: "number", min: 0, step: 1, value: lab.seed, onchange: (event) => { lab.seed = event.target.value = wholeNumber(event.target.value); labChanged(); } })))),
    h("details", { open: Boolean(lab.change) }, h("summary", {}, t("change")), h("select", { "aria-label": t("change"), onchange: (event) => { lab.change = event.target.value; lab.value = ""; show(); } },
      h("option", { value: "" }, t("no_change")), pack.knobs.map((each) => h("option", { value: each.name, selected: each.name === lab.change }, each.title))), knob ? knobInput(knob, lab.value || knobsOf(pack, labRules())[knob.name], (text) => { lab.value = text; labChanged(); }) : null),
    h("div", { class: "bar", style: "margin:8px 0" }, h("button", { type: "button", class: "main", id: "run", onclick: () => lab.running ? (lab.running = false) : simulate() }, t(lab.running ? "stop" : "run"))),
    h("div", { id: "results", "aria-live": "off" }, results()),
    h("div", { id: "command-box" }, commandBox()), h("button", { type: "button", onclick: () => copy(command()) }, t("copy")));
}

const commandBox = () => [h("h3", {}, t(lab.change && lab.value ? "command_pairs" : "command")), h("code", { id: "command" }, command())];

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
  const players = lab.players.join(",");
  const common = `--rules ${rules.base}${set} --players ${/[()]/.test(players) ? `"${players}"` : players}`;
  return lab.change && lab.value ? `tongits whatif ${common} --change ${lab.change}=${lab.value} --deals ${Math.ceil(lab.games / 3)} --seed ${lab.seed}`
    : `tongits simulate ${common} --games ${lab.games} --seed ${lab.seed}`;
}

async function simulate() {
  const specs = lab.players.map((each) => readSpec(pack, each)), rules = labRules(), known = botsUnder(pack, rules);
  const bad = lab.players.find((each, at) => !specs[at] || !known.includes(specs[at].name));
  const changed = lab.change && lab.value ? { base: rules.base, set: { ...rules.set, [lab.change]: lab.value } } : null;
  const lacking = bad ?? (changed && lab.players.find((_, at) => !botsUnder(pack, changed).includes(specs[at].name)));
  lab.error = lacking !== undefined && lacking !== null ? t("no_bot", lacking) : (changed && clashOf(pack, changed)) || "";
  kept.set("lab", { players: lab.players, games: lab.games, seed: lab.seed });
  lab.of = command();
  if (lab.error) { show(); return; }
  crew ||= Array.from({ length: Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)) }, () => new Helper());
  const slow = specs.some((each) => pack.bots[each.name].search), searching = slow ? 4 : 20000;
  const size = Math.max(1, Math.min(searching, Math.ceil(lab.games / 40)));
  lab.arms = [rules, changed].filter(Boolean).map((each) => ({ rules: each, sums: null, games: 0 }));
  const gaps = lab.gaps = [], mine = lab.running = Symbol("run"), began = performance.now();
  Object.assign(lab, { names: [...lab.players], changed: changed ? `${lab.change}=${lab.value}` : "" }); // of these results
  let next = 0;
  show();
  await Promise.all(crew.map(async (helper) => {
    while (lab.running === mine && next < lab.games) {
      const first = next, matches = Math.min(size, lab.games - first);
      next += matches;
      const sums = [];
      for (const arm of lab.arms) sums.push(await helper.call("batch", { rules: arm.rules, players: lab.players, seed: lab.seed, first, matches }));
      if (lab.running !== mine) return;
      sums.forEach((each, at) => { lab.arms[at].sums = addSums(lab.arms[at].sums, each); lab.arms[at].games += matches; });
      if (sums.length > 1 && matches === size) gaps.push([0, 1, 2].map((slot) => (sums[1].x[slot] - sums[0].x[slot]) / matches / 100));
      lab.rate = (lab.arms.length * lab.arms[0].games) / (performance.now() - began) * 1000;
      draw($("#results"), results());
    }
  })).catch((error) => { lab.error = error.message; });
  if (lab.running === mine) lab.running = false;
  if (app.tab === "lab") show("#run");
}

function results() {
  if (lab.error) return [h("p", { class: "bad", role: "alert" }, lab.error)];
  if (!lab.arms || !lab.arms[0].sums) return [];
  const [arm, other] = lab.arms, { sums } = arm;
  const units = ({ mean, low, high }) => [signed(mean / 100, 3), " ", h("span", { class: "soft" }, `± ${((high - low) / 200).toFixed(3)}`)];
  const rows = [0, 1, 2].map((slot) => h("tr", {}, h("th", { scope: "row" }, lab.names[slot]), h("td", {}, units(ratio(sums, slot))),
    other ? h("td", {}, units(ratio(other.sums, slot))) : [h("td", {}, (100 * ratio(sums, 3 + slot).mean).toFixed(1) + " %"), h("td", {}, (100 * ratio(sums, 6 + slot).mean).toFixed(1) + " %"), h("td", {}, swing(sums, slot).toFixed(1))],
    other && lab.gaps.length > 1 ? h("td", {}, gapText(lab.gaps.map((each) => each[slot]))) : null));
  const heads = other ? [t("payout"), t("with_change", lab.changed), ...(lab.gaps.length > 1 ? [t("difference")] : [])] : [t("payout"), t("win_share"), t("burn_share"), t("swing")];
  return [h("progress", { max: lab.games, value: arm.games, "aria-label": t("of_games", arm.games, lab.games) }),
    h("p", { class: "soft" }, `${t("of_games", arm.games.toLocaleString("en"), lab.games.toLocaleString("en"))} · ${t("per_second", Math.round(lab.rate).toLocaleString("en"))}`),
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("payout") }, h("table", { id: "payouts" }, h("tr", {}, h("td", {}, ""), heads.map((each) => h("th", { scope: "col" }, each))), rows)), h("p", { class: "soft" }, t("ci"), other ? "" : " " + t("swing_says")),
    h("h3", {}, t("endings")), h("p", {}, pack.endings.map((name, at) => sums.endings[at] ? `${t("ending_" + name)} ${((100 * sums.endings[at]) / sums.n).toFixed(1)} %` : null).filter(Boolean).join(" · "), ` · ${(sums.turns / sums.n).toFixed(1)} ${t("turns")}`)];
}

// The standard deviation of the payout of a slot in one game, in units.
function swing(sums, slot) {
  const { games, payout, payout_sq } = sums.slots[slot], mean = payout / games;
  return Math.sqrt((payout_sq / games - mean * mean) * games / (games - 1)) / 100;
}

function gapText(values) {
  const mean = values.reduce((a, b) => a + b, 0) / values.length, half = halfWidth(values);
  return [h("span", { class: mean - half > 0 ? "good" : mean + half < 0 ? "bad" : null }, signed(mean, 3)), " ", h("span", { class: "soft" }, `± ${half.toFixed(3)}`)];
}
