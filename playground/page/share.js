// A link that holds the scenario and what was changed in it: JSON, deflated, as letters behind the #.
"use strict";

const LONGEST_LINK = 30000;

async function through(stream, bytes) {
  const passed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

async function toLink(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(new CompressionStream("deflate-raw"), bytes);
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  const text = btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (text.length > LONGEST_LINK) throw new Error("too much has changed for a link");
  return `${location.origin}${location.pathname}#${text}`;
}

// What a link holds; null: nothing, or nothing that can be read.
async function fromLink(hash) {
  if (hash.length < 2) return null;
  try {
    const letters = atob(hash.slice(1).replace(/-/g, "+").replace(/_/g, "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = await through(new DecompressionStream("deflate-raw"), packed);
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return typeof state.scenario === "string" ? state : null;
  } catch {
    return null;
  }
}
