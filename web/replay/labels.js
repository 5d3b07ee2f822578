// Names and words beside units, where they do not cover one another.

// Below, above, at either side, further above and below: in sizes of the text.
const PLACES = [[0, 1], [0, -1], [1, 0], [-1, 0], [0, -3], [0, 3]];
const BUCKET = 64;                        // pixels

// What has been drawn in a picture, in pixels of the page.
class Labels {
  constructor(scene) {
    this.scene = scene;
    this.buckets = new Map();
  }

  begin() { this.buckets.clear(); }

  // The buckets that a box lies in.
  *within(box) {
    for (let y = Math.floor(box.top / BUCKET); y <= Math.floor(box.bottom / BUCKET); y++) {
      for (let x = Math.floor(box.left / BUCKET); x <= Math.floor(box.right / BUCKET); x++) {
        yield y * 4096 + x;
      }
    }
  }

  isFree(box) {
    for (const key of this.within(box)) {
      for (const other of this.buckets.get(key) || []) {
        if (box.left < other.right && other.left < box.right && box.top < other.bottom
          && other.top < box.bottom) return false;
      }
    }
    return true;
  }

  take(box) {
    for (const key of this.within(box)) {
      if (!this.buckets.has(key)) this.buckets.set(key, []);
      this.buckets.get(key).push(box);
    }
  }

  // A text beside a place of the map, which is `away` pixels wide; `style`: size, weight, color,
  // back. False: there was no room, unless it is drawn anyway.
  put(text, x, y, away, style, anyway = false) {
    const { scene } = this, { c, camera } = scene;
    const px = scene.wide / 2 + (x - camera.x) * camera.scale;
    const py = scene.high / 2 + (y - camera.y) * camera.scale;
    c.save();
    c.setTransform(scene.ratio, 0, 0, scene.ratio, 0, 0);
    c.font = `${style.weight} ${style.size}px system-ui, sans-serif`;
    const wide = c.measureText(text).width + 6, high = style.size + 4;
    let box = null;
    for (const [dx, dy] of style.above ? [PLACES[1], ...PLACES] : PLACES) {
      const left = px + dx * (away + wide / 2 + 1) - wide / 2;
      const top = py + dy * (away + high / 2 + 1) - high / 2;
      const tried = { left, top, right: left + wide, bottom: top + high };
      if (this.isFree(tried)) box = tried;
      else if (anyway) box ??= tried;
      if (box === tried && this.isFree(tried)) break;
    }
    if (box) this.draw(text, box, style);
    c.restore();
    return box !== null;
  }

  draw(text, box, style) {
    const { c } = this.scene;
    this.take(box);
    c.textAlign = "left";
    c.textBaseline = "middle";
    const middle = (box.top + box.bottom) / 2;
    if (style.back) {
      c.fillStyle = style.back;
      c.beginPath();
      c.roundRect(box.left - 2, box.top, box.right - box.left + 4, box.bottom - box.top, 5);
      c.fill();
    } else {
      c.lineWidth = 3;
      c.lineJoin = "round";
      c.strokeStyle = "rgba(6,8,12,0.85)";
      c.strokeText(text, box.left + 3, middle);
    }
    c.fillStyle = style.color;
    c.fillText(text, box.left + 3, middle);
  }
}
