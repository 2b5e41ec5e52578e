// What is wrong with the looks of the page at hand: contrast, targets, names, width.
(() => {
  const shown = (node) => node.getClientRects().length && getComputedStyle(node).visibility !== "hidden";
  const light = ([r, g, b]) => { const f = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const numbers = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const ground = (node) => { for (; node; node = node.parentElement) { const c = numbers(getComputedStyle(node).backgroundColor);
    if (c.length === 3 || c[3] > 0.9) return c; } return [255, 255, 255]; };
  const problems = [];
  for (const node of document.querySelectorAll("body *")) {
    if (!shown(node)) continue;
    const own = [...node.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim());
    if (own && !node.closest(":disabled, .hidden-name, script, style, option, datalist")) {
      const [one, other] = [light(numbers(getComputedStyle(node).color)), light(ground(node))].sort((a, b) => b - a);
      const contrast = (one + 0.05) / (other + 0.05);
      if (contrast < 4.5) problems.push(`contrast ${contrast.toFixed(2)}: ${node.outerHTML.slice(0, 120)}`);
    }
    if (node.matches("button, select, summary, input:not([type=checkbox])")) {
      const box = node.getBoundingClientRect();
      if (box.width < 43.5 || box.height < 43.5) problems.push(`target ${box.width} x ${box.height}: ${node.outerHTML.slice(0, 120)}`);
      const name = node.getAttribute("aria-label") || node.textContent.trim() || (node.closest("label") || {}).textContent;
      if (!name) problems.push(`no name: ${node.outerHTML.slice(0, 120)}`);
    }
  }
  const odd = /\[object|undefined|NaN/.exec(document.body.innerText);
  if (odd) problems.push(`"${odd[0]}" in the text`);
  if (document.body.scrollHeight > innerHeight + 1) problems.push("the frame itself can be scrolled");
  if (document.documentElement.scrollWidth > innerWidth) problems.push("wider than the window");
  const cut = [...document.querySelectorAll("main td, main th, main button")].find((node) => shown(node) && node.getBoundingClientRect().right > innerWidth + 1);
  if (cut) problems.push(`cut at the side: ${cut.outerHTML.slice(0, 120)}`);
  return problems;
})()
