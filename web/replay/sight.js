// What units see, computed as in src/core/map/field_of_view.c.

// Marks the cells that are seen from x, y (from 0). `opaque(cell)` says what hides what is behind.
function look(width, height, opaque, x, y, radius, mark) {
  const columns = [];
  for (let row = 0, reach = radius; row <= radius; row++) {
    while (reach * reach + row * row > radius * radius) reach--;
    columns.push(reach);
  }
  mark(y * width + x);
  for (const [rowX, rowY] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
    const columnX = rowY !== 0 ? 1 : 0, columnY = 1 - columnX;
    const least = -(columnX ? x : y);
    const most = columnX ? width - 1 - x : height - 1 - y;
    const room = rowX !== 0 ? (rowX < 0 ? x : width - 1 - x) : (rowY < 0 ? y : height - 1 - y);
    const lastRow = Math.min(radius, room);

    // From one slope to another; a slope is a pair of a numerator and a denominator above 0.
    const scan = (row, over, under, toOver, toUnder) => {
      if (row > lastRow) return;
      const first = Math.max(Math.floor((2 * row * over + under) / (2 * under)), least,
        -columns[row]);
      const last = Math.min(-Math.floor((toUnder - 2 * row * toOver) / (2 * toUnder)), most,
        columns[row]);
      let hidden = true;
      for (let column = first; column <= last; column++) {
        const cell = (y + columnY * column + rowY * row) * width + x + columnX * column
          + rowX * row;
        const hides = opaque(cell);
        if (hides || column * under >= row * over && column * toUnder <= row * toOver) mark(cell);
        if (column > first && hidden && !hides) [over, under] = [2 * column - 1, 2 * row];
        if (column > first && !hidden && hides) {
          scan(row + 1, over, under, 2 * column - 1, 2 * row);
        }
        hidden = hides;
      }
      if (!hidden) scan(row + 1, over, under, toOver, toUnder);
    };
    scan(1, -1, 1, 1, 1);
  }
}

// What lies between levels: it hides what is behind, and nobody sees it.
const VOID = 1;

// The cells that a player, and players that share with it, see at the film's tick: 1 for each.
function visibleTo(film, player) {
  const { width, height, terrains } = film.run, { lattice } = film;
  const seen = new Uint8Array(width * height);
  if (film.run.players[player].fog === false) return seen.fill(1);
  const hides = [false, ...terrains.map((kind) => kind.opaque)];
  const opaque = (cell) => hides[film.terrain[cell]];
  const eyes = new Set([player, ...film.sees[player]]);
  const isVoid = (cell) => film.run.levels.length > 0 && film.terrain[cell] === VOID;
  for (const unit of film.units) {
    if (unit.sight < 0 || !eyes.has(unit.player)) continue;
    const half = (unit.size - 1) >> 1;
    lattice.look(opaque, unit.x - 1 + half, unit.y - 1 + half, unit.sight,
      (cell) => { if (!isVoid(cell)) seen[cell] = 1; });
  }
  return seen;
}
