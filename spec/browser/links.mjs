// Links to the playground, without a browser: what may come from one, and how much. Prints "ok NAME"
// or "failed NAME: why" for each check.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { deflateRawSync } from "node:zlib";

globalThis.location = { origin: "", pathname: "" };
runInThisContext(readFileSync("playground/page/share.js", "utf8")
  + ";Object.assign(globalThis, { fromLink, toLink, bringsCode });");

const linkOf = (bytes) => "#" + deflateRawSync(bytes, { level: 9 }).toString("base64url");
const read = (state) => fromLink(linkOf(Buffer.from(JSON.stringify(state))));

async function check(name, run) {
  try {
    const wrong = await run();
    console.log(wrong ? `failed ${name}: ${wrong}` : `ok ${name}`);
  } catch (failure) {
    console.log(`failed ${name}: ${failure.message}`);
  }
}

const paint = { name: "paint", with: { cells: [1, 1], terrain: "wall" } };

await check("a link holds what was shared", async () => {
  const state = { scenario: "guide", seed: 7, files: { "first/walker.lua": "return 1" },
    edits: [paint, { name: "drop", with: { piece: 1, x: 2, y: 3 } }] };
  const again = JSON.stringify(await fromLink(await toLink(state)));
  const { scenario, files, edits, seed } = state;
  return again !== JSON.stringify({ scenario, files, edits, seed }) && again;
});

await check("only edit, paint and drop may come from a link", async () => {
  for (const name of ["edit", "paint", "drop"]) {
    if (!await read({ scenario: "guide", edits: [{ name, with: {} }] })) return `${name} is refused`;
  }
  for (const edit of [{ name: "run", with: { text: "os.exit()" } }, { name: "open", with: {} },
    { name: "tick", with: { ticks: 1 } }, { name: "toString", with: {} }, { name: ["edit"] },
    { with: {} }, "edit", null, 1, { name: "paint" }, { name: "paint", with: "x" }]) {
    if (await read({ scenario: "guide", edits: [paint, edit] })) return JSON.stringify(edit);
  }
});

await check("what is no state is none", async () => {
  for (const state of [1, [], {}, { scenario: 1 }, { scenario: "guide", files: [] },
    { scenario: "guide", files: { a: 1 } }, { scenario: "guide", edits: {} },
    { scenario: "guide", seed: "1" }, { scenario: "guide", seed: 1e99 }]) {
    if (await read(state)) return JSON.stringify(state);
  }
  for (const hash of ["", "#", "#x", "#" + "A".repeat(1000)]) {
    if (await fromLink(hash)) return hash;
  }
});

await check("a few letters do not fill the memory", async () => {
  const link = linkOf(Buffer.alloc(2 ** 24, " "));
  if (link.length > 30000) return "the link is too long to show it";
  const before = process.memoryUsage().arrayBuffers;
  if (await fromLink(link)) return "it is a state";
  const grown = process.memoryUsage().arrayBuffers - before;
  if (grown > 2 ** 22) return `${grown} bytes`;
  return await fromLink("#" + "A".repeat(1e7)) && "a longer one is";
});

await check("a link with a mod says so", async () => {
  const brings = async (state) => bringsCode(await read({ scenario: "guide", ...state }));
  if (await brings({ edits: [paint] })) return "paint is a mod";
  if (!await brings({ files: { a: "" } })) return "a file is none";
  if (!await brings({ edits: [{ name: "edit", with: {} }] })) return "an edit is none";
});
