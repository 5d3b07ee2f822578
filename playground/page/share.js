// A link that holds the scenario and what was changed in it: JSON, deflated, as letters behind the #.
"use strict";

const LONGEST_LINK = 30000;               // letters
const MOST_INFLATED = 2 ** 20;            // bytes: a few letters can stand for very many

// All that comes out of the stream, `most` bytes of it.
async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new Error("too long");
    }
    pieces.push(value);
  }
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

// What may be done again for a link: it may come from anybody. The game has other commands, such as
// one that runs the manual's programs.
const EDITS = ["edit", "paint", "drop"];

const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// The part of a link's JSON that is used; null: it is no state.
function checked({ scenario, files = {}, edits = [], seed = 1 }) {
  const isState = typeof scenario === "string" && isTable(files) && Number.isSafeInteger(seed)
    && Object.values(files).every((text) => typeof text === "string") && Array.isArray(edits)
    && edits.every((edit) => isTable(edit) && EDITS.includes(edit.name) && isTable(edit.with));
  return isState ? { scenario, files, edits, seed } : null;
}

// Does it bring what somebody else has written, which is run?
function bringsCode({ files, edits }) {
  return Object.keys(files).length > 0 || edits.some((edit) => edit.name === "edit");
}

// What a link holds; null: nothing, or nothing that may come from a link.
async function fromLink(hash) {
  if (hash.length < 2 || hash.length > LONGEST_LINK + 1) return null;
  try {
    const letters = atob(hash.slice(1).replace(/-/g, "+").replace(/_/g, "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = await through(new DecompressionStream("deflate-raw"), packed, MOST_INFLATED);
    return checked(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
