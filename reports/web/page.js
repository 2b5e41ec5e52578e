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

const USUAL_BOTS = ["trained", "trained"];
const app = {
  tab: "play", look: null, picked: [], score: [0, 0, 0], hint: null, busy: false, said: [null, null, null], lab: null, saved: null,
  ...{ language: phoneLanguage(), chosen: null, theme: "system", rules: { base: "pagat", set: {} }, bots: USUAL_BOTS, tutor: false, peso: 1, seed: null },
};

// The language of the phone, if the page speaks it.
function phoneLanguage() {
  const short = (tag) => tag.toLowerCase().split("-")[0].replace(/^tl$/, "fil");
  return (navigator.languages || []).map(short).find((each) => Object.hasOwn(WORDS, each)) || "en";
}

// What a setting must be to be taken from the storage, where another version of the page may have left it.
const GOOD = {
  chosen: (value) => typeof value === "string" && Object.hasOwn(WORDS, value),
  theme: (value) => ["system", "light", "dark"].includes(value),
  rules: (value) => goodRules(pack, value),
  bots: (value) => Array.isArray(value) && value.length === 2,
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
  return (WORDS[app.language][key] ?? key).replace(/\{(\d)\}/g, (_, at) => values[at]);
}

// An error in a sentence, which its first word names.
function said(error, otherwise) {
  const [, key, rest] = /^(\w+) ?(.*)$/s.exec(error.message) || [];
  return key && Object.hasOwn(WORDS.en, key) ? t(key, rest.replace(/\b(?:[A2-9TJQK][cdhs])\b/g, pretty)) : t(otherwise);
}

const signed = (x, digits = 2) => (x < 0 ? "−" : x > 0 ? "+" : "") + Math.abs(x).toFixed(digits);
const amount = (x) => signed(x, Number.isInteger(x) ? 0 : 2);
const plain = (x) => x.toFixed(Number.isInteger(x) ? 0 : 2);
const percent = (x) => (100 * x).toFixed(0);
const pretty = (card) => card ? card[0] === "X" ? "★" + card[1] : (card[0] === "T" ? "10" : card[0]) + GLYPH[card[1]] : "?";
const prettyAll = (cards) => cards.map(pretty).join(" ");
const who = (seat, me = 0) => [t("you"), t("right"), t("left")][(seat - me + 3) % 3];

function spoken(card) {
  if (!card) return t("face_down");
  return card[0] === "X" ? t("joker") : t("card_name", WORDS[app.language][card[0]] || card[0], t(card[1]));
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
  const [pack, module] = await Promise.all([inflated($("#pack").textContent), inflated($("#wasm").textContent).then((wasm) => WebAssembly.compile(wasm))]);
  return { pack: jsonOf(pack), module };
})();
let pack = null, table = new Helper(), thinker = null, critic = null, crew = null;

// Advice: stops the request before.
async function weigh(args, tell) {
  thinker ||= new Helper();
  thinker.stop();
  return thinker.call("weigh", args, tell);
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

function told(event, me = 0) {
  const name = who(event.seat, me), cards = event.cards ? event.cards.map(pretty).join(" ") : pretty(event.card);
  return t("did_" + (event.act === "draw" && event.card ? "draw_card" : event.act), name, cards);
}
