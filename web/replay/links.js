// Draws links: a line between the ends, which a gap of the map may lie between.

const LINK_COLOR = "#8fd0e8", CLOSED_COLOR = "#ff7a6b";

class Links extends Land {
  // The eyes that look know one of its ends.
  isLinkKnown({ from, to }) {
    const { film, eyes, run } = this;
    return eyes < 0 || [from, to].some(([x, y]) => film.knows(eyes, y * run.width + x) > 0);
  }

  drawLinks() {
    for (const link of this.film.links) {
      if (this.isLinkKnown(link)) this.drawLink(link, 1 / this.camera.scale);
    }
  }

  drawLink({ from, to, open, oneWay }, line) {
    const { c, lattice } = this;
    const [x1, y1] = lattice.middle(...from), [x2, y2] = lattice.middle(...to);
    c.save();
    c.strokeStyle = c.fillStyle = open ? LINK_COLOR : CLOSED_COLOR;
    c.lineWidth = Math.max(0.06, 1.4 * line);
    c.globalAlpha = 0.45;
    c.setLineDash([0.4, 0.4]);
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 0.9;
    for (const [x, y] of [[x1, y1], [x2, y2]]) {
      c.beginPath();
      c.arc(x, y, 0.34, 0, 7);
      c.stroke();
    }
    if (!open) this.drawBar((x1 + x2) / 2, (y1 + y2) / 2);
    if (oneWay) this.drawHead(x2, y2, Math.atan2(y2 - y1, x2 - x1));
    c.restore();
  }

  // A closed one cannot be taken.
  drawBar(x, y) {
    const { c } = this;
    c.beginPath();
    for (const side of [-0.3, 0.3]) {
      c.moveTo(x - 0.3, y - side);
      c.lineTo(x + 0.3, y + side);
    }
    c.stroke();
  }

  // One that leads one way only.
  drawHead(x, y, heading) {
    const { c } = this;
    c.beginPath();
    c.moveTo(x, y);
    for (const turn of [-0.4, 0.4]) {
      c.lineTo(x - 0.8 * Math.cos(heading + turn), y - 0.8 * Math.sin(heading + turn));
    }
    c.fill();
  }
}
