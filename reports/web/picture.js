// Pictures: rectangles and texts at absolute places, the lists that the program draws too (reports/page/picture.py).
// A rectangle is [x, y, wide, high, colour, corner, edge]; a text [x, y, text, size, colour, bold, anchor, serif, spacing, width].
const ANCHORS = ["start", "middle", "end"], SVG = "http://www.w3.org/2000/svg";
const SANS = "system-ui,'Segoe UI',Roboto,sans-serif", SERIF = "Georgia,'Times New Roman',serif";
const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

function drawn(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function svgOf({ wide, high, title, items }, dark = isDark()) {
  const colours = pack.colours[dark ? "dark" : "light"];
  return drawn("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": title, "font-family": SANS, width: "100%" }, ...items.map((item) => {
    if (typeof item[2] === "number") {
      const [x, y, width, height, fill, corner, edge] = item;
      return drawn("rect", { x, y, width, height, rx: corner || null, fill: colours[fill], stroke: edge ? colours[edge] : null, "stroke-width": edge ? 2 : null });
    }
    const [x, y, text, size, ink, bold, anchor, serif, spacing, width] = item;
    return drawn("text", { x, y, "font-size": size, fill: colours[ink], "font-weight": bold ? 700 : null, "text-anchor": ANCHORS[anchor || 0], "font-family": serif ? SERIF : null,
      "letter-spacing": spacing || null, textLength: width || null, lengthAdjust: width ? "spacingAndGlyphs" : null }, text);
  }));
}

// The picture as a PNG of this width.
async function pngOf(picture, width) {
  const node = svgOf(picture, false), height = Math.round((width * picture.high) / picture.wide);
  node.setAttribute("xmlns", SVG);
  node.setAttribute("width", width);
  node.setAttribute("height", height);
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(node));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// Send a picture; where the phone cannot send, save it.
async function sendPicture(picture, name) {
  const file = new File([await pngOf(picture, 1080)], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try { await navigator.share({ files: [file], title: picture.title }); } catch { /* the person changed their mind */ }
    return;
  }
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// ---- the pocket card -------------------------------------------------------------------------------------------------

const cardPicture = () => (Object.keys(app.rules.set || {}).length ? null : pack.cards[app.rules.base]?.[app.language === "fil" ? "tl" : "en"]);

function pocketCard() {
  const picture = cardPicture();
  opened(t("pocket_card"), () => (picture ? [svgOf(picture), h("div", { class: "bar" }, h("button", { type: "button", class: "main", id: "send-card", onclick: () => sendPicture(picture, `tongits-${app.rules.base}.png`) }, t("send")))]
    : h("p", {}, t("no_card", app.rules.base))));
}

// ---- a hand to send --------------------------------------------------------------------------------------------------

// A square picture of a choice: what one did, what it cost, the table, and both actions (reports/page/share.py).
function handPicture(each) {
  const { answers } = each, { look } = answers, mine = answers.rows[each.chosen], best = answers.rows[0], items = [];
  const box = (...item) => items.push(item), words = (x, y, text, size, ink, { bold, anchor, serif, spacing } = {}) => items.push([x, y, text, size, ink, bold, ANCHORS.indexOf(anchor || "start"), serif, spacing]);
  const fitted = (text, size, room) => Math.min(size, (room / Math.max(text.length, 1)) * 1.75);
  const cardAt = (x, y, wide, high, card) => {
    const red = card[0] !== "X" && "dh".includes(card[1]), ink = red ? "red" : "black";
    box(x, y, wide, high, "card", 0.12 * wide, "edge");
    words(x + wide / 2, y + 0.46 * high, card[0] === "X" ? "J" : card[0] === "T" ? "10" : card[0], 0.38 * high, ink, { bold: true, anchor: "middle", serif: true });
    words(x + wide / 2, y + 0.89 * high, card[0] === "X" ? "★" : GLYPH[card[1]], 0.4 * high, ink, { anchor: "middle" });
  };
  const did = t("i_did", sentence(mine.option, look)), cost = best === mine ? t("nothing_better") : t("it_cost", much(mine.lead.mean));
  box(0, 0, 1080, 1080, "green");
  words(60, 82, "TONGITS", 34, "on-soft", { bold: true, spacing: 8 });
  words(1020, 82, app.rules.base + (app.peso === 1 ? "" : ` · ${app.peso} ${t("pesos")}`), 28, "on-soft", { anchor: "end" });
  words(60, 190, did, fitted(did, 72, 940), "on", { bold: true });
  words(60, 280, cost, 62, "called", { bold: true });
  [2, 1].forEach((step, place) => {
    const seat = (look.seat + step) % 3, x = 60 + 495 * place, melds = look.melds.filter((meld) => meld.owner === seat), cards = melds.flatMap((meld) => meld.cards).filter(Boolean), size = look.sizes[seat];
    box(x, 330, 465, 240, "seat", 24);
    words(x + 26, 376, who(seat, look.seat), 30, "on", { bold: true });
    words(x + 439, 376, look.caller === seat ? t("has_called") : melds.length ? t("is_open") : "", 26, "called", { bold: true, anchor: "end" });
    cards.forEach((card, at) => cardAt(x + 26 + at * Math.min(46, 349 / Math.max(cards.length - 1, 1)), 396, 64, 88, card));
    const apart = Math.min(26, 230 / Math.max(size, 1));
    for (let at = 0; at < size; at++) { box(x + 26 + apart * at, 500, 42, 56, "back-edge", 6, "green"); box(x + 30 + apart * at, 504, 34, 48, "back", 4); }
    words(x + 439, 538, t(size === 1 ? "card" : "cards", size), 26, "on-soft", { anchor: "end" });
  });
  const hand = [...look.groups.melds.flat(), ...look.groups.loose], wide = Math.min(127, 960 / (0.78 * Math.max(hand.length - 1, 0) + 1)), step = Math.min(119, 0.78 * wide);
  words(60, 628, t("points", look.deadwood), 34, "on", { bold: true });
  hand.forEach((card, at) => cardAt(60 + step * at, 650, wide, 1.386 * wide, card));
  const why = best === mine ? "" : reason(best, mine);
  words(60, 884, why, fitted(why, 32, 940), "on", { bold: true });
  [[best, "yes-strong", "yes-ink", 78], ...(best === mine ? [] : [[mine, "called", "called-ink", 26]])].forEach(([row, fill, ink, wide], at) => {
    const y = 930 + 52 * at, text = sentence(row.option, look);
    box(60, y - 22, 960, 42, "seat", 10);
    box(60, y - 22, 9.6 * wide, 42, fill, 10);
    words(76, y + 9, text, fitted(text, 26, 9.6 * wide - 30), ink, { bold: true });
    words(1004, y + 9, row === best ? t("the_best") : "−" + much(row.lead.mean), 26, "on", { bold: true, anchor: "end" });
  });
  words(1020, 1050, "tongits", 26, "on-soft", { bold: true, anchor: "end" });
  return { wide: 1080, high: 1080, title: `${did} ${cost}`, items };
}
