// What the page of `tongits web` and its workers share.
"use strict";

// An element: `onclick` and its kin are listeners, what is null or false is left out.
function h(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value") node.value = value;
    else if (key === "text") node.textContent = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return node;
}

// Bytes that were compressed and written as letters.
async function inflated(text) {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function bytesOf(text) {
  return Uint8Array.from(atob(text.trim()), (each) => each.charCodeAt(0));
}

const jsonOf = (bytes) => JSON.parse(new TextDecoder().decode(bytes));
