// What terrains look like, by their names; colors, and chances that stay the same.

// ---- what the names of terrains look like -------------------------------------------------------

const LOOKS = [
  [/road|path|street|track/, { style: "road", base: "#8f7a58", edge: "#5d5140" }],
  [/gate|door/, { style: "bridge", base: "#8a6540", edge: "#4a3522",
    closed: { style: "wall", base: "#5c4434", edge: "#33261d" } }],
  [/bridge|plank|dock|landing|pier|jetty/, { style: "bridge", base: "#8a6540", edge: "#4a3522" }],
  [/water|river|lake|sea|ocean/, { style: "water", base: "#1f4a68", edge: "#3f7c8c" }],
  [/swamp|marsh|bog|mud/, { style: "swamp", base: "#4b5138", edge: "#3a4230" }],
  [/wood|forest|tree|jungle/, { style: "wood", base: "#23402f", edge: "#2b4a36" }],
  [/cave|tunnel/, { style: "scree", base: "#4a423a", edge: "#332d28" }],
  [/mountain|rock|cliff|hill/, { style: "mountain", base: "#4b4d55", edge: "#33363d" }],
  [/scree|gravel|stone|rubble/, { style: "scree", base: "#57574f", edge: "#4a4c45" }],
  [/sand|desert|beach/, { style: "sand", base: "#8d7c58", edge: "#7a6c4f" }],
  [/snow|ice/, { style: "snow", base: "#a9b6c2", edge: "#8798a8" }],
  [/lava|fire/, { style: "water", base: "#8a3218", edge: "#c9652a" }],
  [/house|hut|building|home/, { style: "house", base: "#8d5640", edge: "#54352a" }],
  [/keep|castle|tower|fort|base/, { style: "keep", base: "#8b8f9c", edge: "#4d505b" }],
  [/ore|gold|mine|crystal|berr/, { style: "ore", base: "#5a5138", edge: "#3f3a2a" }],
  [/wall|block|solid/, { style: "wall", base: "#5a6070", edge: "#2e323c" }],
];

function lookOf(kind, straight) {
  const known = LOOKS.find(([pattern]) => pattern.test(kind.name.toLowerCase()));
  if (known) return kind.cost === false && known[1].closed || known[1];
  if (kind.cost === false) {
    return kind.opaque ? { style: "wall", base: "#5a6070", edge: "#2e323c" }
      : { style: "water", base: "#26303c", edge: "#3a4756" };
  }
  const dear = Math.min(1, Math.max(0, kind.cost / straight - 1) / 4);
  return { style: "plain", base: mix("#4a6a49", "#564a35", dear), edge: "#34483a" };
}

// From the lowest to what stands on it.
const ORDER = ["plain", "sand", "snow", "swamp", "scree", "water", "road", "bridge", "wood",
  "mountain", "ore", "house", "wall", "keep"];

function mix(a, b, share) {
  const part = (color, i) => parseInt(color.slice(i, i + 2), 16);
  const both = [1, 3, 5].map((i) => Math.round(part(a, i) * (1 - share) + part(b, i) * share));
  return `rgb(${both.join(",")})`;
}

// A number from 0 to below 1 that is always the same for a cell.
function chance(x, y, salt) {
  let h = Math.imul(x + 1, 0x27d4eb2d) + Math.imul(y + 1, 0x165667b1) + Math.imul(salt, 0x9e3779b9);
  for (const factor of [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]) h = Math.imul(h ^ h >>> 15, factor);
  return ((h ^ h >>> 16) >>> 0) / 4294967296;
}
