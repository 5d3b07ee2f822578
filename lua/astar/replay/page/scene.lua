--- JavaScript: draws a tick: the map, units, and what was said there.

return [==[
const NOTE_SHOWN = 40;                    // ticks

class Scene extends Units {
  // ---- drawing ----------------------------------------------------------------------------------

  draw(time, pulse) {
    const { run, film } = this;
    film.show(time);
    this.time = time;
    this.share = time - Math.floor(time);
    this.aim(this.c);
    this.drawLand();
    if (this.eyes >= 0 && this.shown.fog) this.drawFog();
    run.layers.forEach((_, i) => { if (this.shown.levels[i]) this.drawLevels(i); });
    if (this.shown.claims) this.drawClaims();
    if (this.shown.paths) this.drawPaths();
    this.drawSelection(pulse);
    this.drawDeaths();
    this.drawUnits();
    this.drawNotes();
  }

  drawNotes() {
    const { c, camera } = this, size = 12 / camera.scale;
    for (const note of this.recent("note", NOTE_SHOWN)) {
      if (!note.x) continue;
      const age = (this.time - note.tick) / NOTE_SHOWN;
      c.globalAlpha = Math.min(1, 3 * (1 - age));
      c.font = `600 ${size}px system-ui, sans-serif`;
      c.textAlign = "center";
      c.textBaseline = "bottom";
      c.lineWidth = size * 0.3;
      c.strokeStyle = "rgba(6,8,12,0.85)";
      const y = note.y - 1 - age * 1.2;
      c.strokeText(note.text, note.x - 0.5, y);
      c.fillStyle = "#ffe9a8";
      c.fillText(note.text, note.x - 0.5, y);
      c.globalAlpha = 1;
    }
  }
}
]==]
