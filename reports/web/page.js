// The page: it draws, listens and calls. The workers of the engine play, and decide what is legal and what it is worth.
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const GLYPH = { c: "♣", d: "♦", h: "♥", s: "♠" };

function draw(place, ...nodes) {
  if (place) place.replaceChildren(...nodes.flat(Infinity).filter(Boolean));
}

// Draw a place with its controls anew; the focus returns to `focus`, else to the control of the same name or place.
// Not for a change of a field: it comes with the tap elsewhere that takes the focus, and the tap would be lost with the
// control under the finger. Fields draw only what follows from them.
function redraw(place, content, focus = null) {
  const controls = () => [...place.querySelectorAll("button, select, input, textarea, summary")];
  const active = document.activeElement, at = controls().indexOf(active), top = place.scrollTop;
  draw(place, content());
  place.scrollTop = top;
  const found = focus ? $(focus) : active && active.id ? $("#" + active.id) : at >= 0 ? controls()[Math.min(at, controls().length - 1)] : null;
  if (found) found.focus({ preventScroll: true });
}


// ---- storage, words -------------------------------------------------------------------------------------------------

const kept = {
  get(name, otherwise) {
    try { return JSON.parse(localStorage.getItem("tongits." + name)) ?? otherwise; } catch { return otherwise; }
  },
  table(name) {
    const value = this.get(name, null);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  },
  set(name, value) {
    try { localStorage.setItem("tongits." + name, JSON.stringify(value)); } catch { /* a browser without storage */ }
  },
};

const LANGUAGES = ["en", "fil"];
const app = {
  tab: "play", look: null, picked: [], score: [0, 0, 0], hint: null, warn: null, busy: false, said: [null, null, null], match: null,
  ...{ language: phoneLanguage(), chosen: null, rules: { base: "pagat", set: {} }, bots: ["expert", "trained"], tutor: false, peso: 1 },
};

// The language of the phone, if the page speaks it.
function phoneLanguage() {
  const short = (tag) => tag.toLowerCase().split("-")[0].replace(/^tl$/, "fil");
  return (navigator.languages || []).map(short).find((each) => LANGUAGES.includes(each)) || "en";
}

// What a setting must be to be taken from the storage, where another version of the page may have left it.
const GOOD = {
  chosen: (value) => LANGUAGES.includes(value),
  rules: (value) => goodRules(pack, value),
  bots: (value) => Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "string" && readSpec(pack, each)),
  tutor: (value) => typeof value === "boolean",
  peso: (value) => Number.isFinite(value) && value > 0,
};

function restore(names) {
  const stored = kept.table("settings");
  for (const name of names) if (GOOD[name](stored[name])) app[name] = stored[name];
  app.language = app.chosen || app.language;
}

function keep() {
  kept.set("settings", Object.fromEntries(Object.keys(GOOD).map((name) => [name, app[name]])));
}

function t(key, ...values) {
  const text = (WORDS[key]?.[LANGUAGES.indexOf(app.language)] ?? key).replace(/\{(\d)\}/g, (_, at) => values[at]);
  return text.replace(/\b(si|ni|kay) Ikaw\b/g, (_, word) => ({ si: "ka", ni: "mo", kay: "sa iyo" })[word]).replace("You’s", "your");
}

// An error in a sentence, which its first word names.
function said(error, otherwise) {
  const [, key, rest] = /^(\w+) ?(.*)$/s.exec(error.message) || [];
  return key && Object.hasOwn(WORDS, key) ? t(key, rest.replace(/\b(?:[A2-9TJQK][cdhs])\b/g, pretty)) : t(otherwise);
}

const signed = (x, digits = 2) => (Math.abs(x) < 0.5 / 10 ** digits ? "" : x < 0 ? "−" : "+") + Math.abs(x).toFixed(digits);
// Amounts in units, or in pesos where a unit is worth some: what was paid to the cent, what is expected to the digits of
// the margin within which plays are worth the same, a gap to two digits.
const paid = (x) => (x ? signed(app.peso * x, Number.isInteger(app.peso * x) ? 0 : 2) : "");
const worth = (x, margin) => signed(app.peso * x, margin > 0 ? Math.max(0, Math.ceil(-Math.log10(app.peso * margin) - 1e-9)) : 2);
const much = (x) => `${Number((app.peso * x).toPrecision(2))} ${money()}`;
const money = () => t(app.peso === 1 ? "units" : "pesos");
const percent = (x) => (100 * x).toFixed(0);
const pretty = (card) => card ? card[0] === "X" ? "★" + card[1] : (card[0] === "T" ? "10" : card[0]) + GLYPH[card[1]] : "?";
const prettyAll = (cards) => cards.map(pretty).join(" ");
// The names of players by seat; players who share a name are numbered in turn order, as `seat_names` of records/schema.py.
const seatNames = (players) => players.map((name, seat) => players.filter((each) => each === name).length > 1
  ? `${name} ${players.slice(0, seat + 1).filter((each) => each === name).length}` : name);
const who = (seat, me = 0) => [t("you"), t("right"), t("left")][(seat - me + 3) % 3];

function spoken(card) {
  if (!card) return t("face_down");
  return card[0] === "X" ? t("joker") : t("card_name", t(card[0]), t(card[1]));
}

// ---- workers --------------------------------------------------------------------------------------------------------

const source = () => URL.createObjectURL(new Blob([$("#engine").textContent, ";serve(self);"], { type: "text/javascript" }));

class Helper {
  constructor() {
    this.worker = new Worker(Helper.url ||= source());
    this.waiting = new Map();
    this.number = 0;
    this.worker.onmessage = ({ data }) => {
      const asked = this.waiting.get(data.id);
      if (!asked) return;
      if ("part" in data) { asked.part && asked.part(data.part); return; }
      this.waiting.delete(data.id);
      if ("error" in data) asked.fail(new Error(data.error));
      else asked.done(data.value);
    };
    this.worker.onerror = (event) => console.error(event.message);
    this.ready = loaded.then(({ pack, module }) => this.worker.postMessage({ pack, module }));
  }
  async call(method, args, part) {
    await this.ready;
    const id = ++this.number;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail, part });
      this.worker.postMessage({ id, method, args });
    });
  }
  // Stop all requests; each answers with its result so far.
  stop() {
    for (const id of this.waiting.keys()) this.worker.postMessage({ method: "stop", args: { id } });
  }
  // Never answer again.
  end() {
    this.worker.terminate();
  }
}

const loaded = (async () => {
  const [pack, module, trees] = await Promise.all(["#pack", "#wasm", "#trees"].map((each) => inflated($(each).textContent)));
  return { pack: { ...jsonOf(pack), trees }, module: await WebAssembly.compile(module) };
})();
let pack = null, table = new Helper();
const helpers = {};
const helper = (name) => (helpers[name] ||= new Helper());

// Advice; stops the request before.
function weigh(args, tell, name = "thinker") {
  helper(name).stop();
  return helper(name).call("weigh", args, tell);
}

// ---- cards ----------------------------------------------------------------------------------------------------------

function face(card, { small = false, name = "span", ...attributes } = {}) {
  const kinds = ["card", small && "small", !card && "down", card && "dh".includes(card[1]) && "red"].filter(Boolean).join(" ");
  const inside = card ? card[0] === "X" ? ["★"] : [card[0] === "T" ? "10" : card[0], h("i", {}, GLYPH[card[1]])] : [];
  const extra = attributes.class ? " " + attributes.class : "";
  const label = name === "button" ? { "aria-label": spoken(card) } : { role: "img", "aria-label": spoken(card) };
  return h(name, { ...label, ...attributes, class: kinds + extra, type: name === "button" ? "button" : null }, ...inside);
}

function meldOf(meld, look, onto = null) {
  const cards = meld.cards.length ? meld.cards : Array(meld.size).fill(null);
  const label = t("meld_of", who(meld.owner, look.seat), cards.map(spoken).join(", "));
  const faces = cards.map((card) => face(card, { small: true, "aria-hidden": "true" }));
  return onto ? h("button", { class: "meld", type: "button", "aria-label": sentence(onto), onclick: () => act(onto) }, faces)
    : h("span", { class: "meld", role: "img", "aria-label": label }, faces);
}

// ---- options and events in words ------------------------------------------------------------------------------------

function sentence(option, look = app.look) {
  const cards = prettyAll(option.faces || option.cards);
  const named = Object.entries(option.as || {}).map(([joker, card]) => t("as", pretty(joker), pretty(card))).join(", ");
  const meld = look && option.onto !== undefined ? look.melds[option.onto] : null;
  const owner = meld ? who(meld.owner, look.seat) : "";
  const kind = option.kind === "lay" && option.hidden ? "lay_hidden"
    : option.kind === "take" ? meld ? "take_onto" : option.cards.length > 1 ? "take" : "take_hand" : option.kind;
  return t(kind, cards, owner) + (named ? ` (${named})` : "");
}

function told(event, look) {
  const name = who(event.seat, look.seat), cards = event.cards ? event.cards.map(pretty).join(" ") : pretty(event.card);
  const counted = look.over && ["call", "challenge"].includes(event.act);
  return t("did_" + (event.act === "draw" && event.card ? "draw_card" : counted ? event.act + "_with" : event.act), name, counted ? look.result.counts[event.seat] : cards);
}

const listed = (texts) => [texts.slice(0, -1).join(", "), texts.at(-1)].filter(Boolean).join(` ${t("and")} `);

// The strength of a bot, or its own name.
function strength(name) {
  const found = Object.keys(pack.strengths).find((each) => pack.strengths[each] === name);
  return found ? t(found) : name;
}

// ---- links: a hand or a game in the part of an address that no server sees --------------------------------------------

async function linkOf(value) {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return location.href.split("#")[0] + "#" + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function ofLink(text) {
  const letters = text.slice(text.indexOf("#") + 1);
  if (!letters) return null;
  try { return jsonOf(await inflated(letters.replaceAll("-", "+").replaceAll("_", "/"))); } catch { throw new Error("bad_damaged"); }
}

async function copyLink(value) {
  await copy(await linkOf(value), t(location.protocol === "file:" ? "copied_here" : "copied"));
}

async function copy(text, done = t("copied")) {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = h("textarea", { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast(done);
}

function toast(text) {
  $(".toast")?.remove();
  const box = h("div", { class: "toast", role: "status", onclick: () => box.remove() }, text);
  document.body.append(box);
  setTimeout(() => box.remove(), 6000);
}
