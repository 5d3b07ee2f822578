// A run, which is what the page knows of a recording; it grows while the recording goes on.
// lua/astar/record/feed.lua writes what is new.

function newRun(heading) {
  return { ...heading, last: heading.first, terrains: [], players: [], layers: [], strings: [],
    cast: [], notes: [], noteTick: 0, values: [], parts: [] };
}

// The bytes of a part with more behind them. Their room doubles, so this is cheap for each tick.
function append(part, bytes) {
  const length = part.read.length + bytes.length;
  if (length > part.room.length) {
    const room = new Uint8Array(Math.max(256, 2 * length));
    room.set(part.read);
    part.room = room;
  }
  part.room.set(bytes, part.read.length);
  part.read = part.room.subarray(0, length);
}

function appendValues(run, { line, name, player, from, ticks, numbers }) {
  const grown = run.values[line - 1] ??= { name, player, ticks: [], numbers: [] };
  grown.ticks.splice(from - 1, Infinity, ...ticks);
  grown.numbers.splice(from - 1, Infinity, ...numbers);
}

// Forgets what the recording has forgotten: the world has gone back.
function cutRun(run, { first, parts, bytes, notes, note_tick, strings, cast, layers, values }) {
  Object.assign(run, { first, noteTick: note_tick });
  run.parts.length = Math.min(run.parts.length, parts);
  const last = run.parts[parts - 1];
  if (last) last.read = last.room.subarray(0, bytes);
  run.notes.length = notes;
  run.strings.length = strings;
  run.cast.length = cast;
  run.layers.length = layers;
  run.values.length = values.length;
  run.values.forEach((line, i) => { line.ticks.length = line.numbers.length = values[i]; });
}

// Adds what is new, and says which lists have become longer. `notes`: the new ones.
function growRun(run, news) {
  if (news.cut) cutRun(run, news.cut);
  const isLonger = { players: news.players.length > run.players.length,
    layers: news.layers.length > 0, lines: news.values.some((one) => !run.values[one.line - 1]),
    terrains: news.terrains.length > run.terrains.length };
  run.last = news.last;
  run.players = news.players;
  run.terrains = news.terrains;
  for (const key of ["strings", "cast", "layers"]) run[key].push(...news[key]);
  for (const { number, tick, bytes } of news.parts) {
    run.parts[number - 1] ??= { tick, read: new Uint8Array(0), room: new Uint8Array(0) };
    append(run.parts[number - 1], bytesOf(bytes));
  }
  for (const one of news.values) appendValues(run, one);
  const notes = readNotes(bytesOf(news.notes), run.strings, run.noteTick);
  if (notes.length > 0) run.noteTick = notes[notes.length - 1].tick;
  run.notes.push(...notes);
  return { isLonger, notes };
}
