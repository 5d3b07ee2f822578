// Reads the notes of a recording. lua/astar/record/notes.lua describes their bytes.

const LENGTHS = ["x2", "y2", "radius", "width", "height", "ticks"];

// The fields of a note, by the flag of each.
const NOTE_FIELDS = [
  [1, (note, stream) => { note.id = stream.number(); }],
  [2, (note, stream) => { note.by = stream.number(); }],
  [4, (note, stream) => {
    note.x = stream.signed() / 8;
    note.y = stream.signed() / 8;
  }],
  [8, (note, stream, strings) => { note.text = strings[stream.number()]; }],
  [16, (note, stream, strings) => { note.mod = strings[stream.number()]; }],
  [32, (note, stream, strings) => { note.player = strings[stream.number()]; }],
  [64, (note, stream, strings) => {
    note.shape = strings[stream.number()];
    note.color = strings[stream.number()];
    for (const key of LENGTHS) note[key] = stream.signed() / 8;
  }],
  [128, (note, stream) => {               // of candidates, whose names are the lines of the text
    note.chosen = stream.number();
    note.scores = [];
    for (let n = stream.number(); n > 0; n--) note.scores.push(stream.number() / 100);
  }],
];

// `tick` is that of the note before the first one.
function readNotes(bytes, strings, tick = 0) {
  const stream = new Stream(bytes), list = [];
  while (stream.at < bytes.length) {
    tick += stream.number();
    const note = { tick, kind: strings[stream.number()], id: 0, by: 0, x: 0, y: 0, text: "" };
    const flags = stream.byte();
    for (const [flag, read] of NOTE_FIELDS) if (flags & flag) read(note, stream, strings);
    list.push(note);
  }
  return list;
}

// How many of a list in the order of their ticks are not after a time.
function countUntil(notes, time) {
  let low = 0, high = notes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (notes[middle].tick > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
