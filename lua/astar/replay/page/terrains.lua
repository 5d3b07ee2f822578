--- JavaScript: methods of Ground, see ground.lua: one for each style of terrain, see looks.lua.

return [==[
  // ---- kinds ------------------------------------------------------------------------------------

  plain(look, cells) {
    if (look.base !== mix("#4a6a49", "#564a35", 0)) {
      this.fill(this.shape(cells, "plain", 0, 0), look.base);
    }
    const { c, size } = this;
    if (size < 12) return;
    c.lineWidth = Math.max(0.6, size / 28);
    this.scatter(cells, 2, 20, (x, y, a, b) => {
      if (a > 0.35) return;
      c.strokeStyle = b > 0.5 ? "rgba(150,180,120,0.22)" : "rgba(16,34,26,0.28)";
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + (b - 0.5) * size * 0.15, y - size * 0.14);
      c.stroke();
    });
  }

  sand(look, cells) {
    this.fill(this.shape(cells, "sand"), look.base);
    this.scatter(cells, 3, 30, (x, y, a) => this.disc(x, y, this.size * 0.025,
      a > 0.5 ? "rgba(255,240,200,0.16)" : "rgba(60,40,20,0.16)"));
  }

  snow(look, cells) { this.fill(this.shape(cells, "snow"), look.base); }

  swamp(look, cells) {
    const { c, size } = this;
    this.fill(this.shape(cells, "swamp", size * 0.12), "rgba(62,74,48,0.6)");
    this.fill(this.shape(cells, "swamp"), look.base);
    this.scatter(cells, 1, 40, (x, y, a, b) => {
      if (a > 0.5) return;
      c.fillStyle = "rgba(84,116,112,0.5)";
      c.beginPath();
      c.ellipse(x, y, size * (0.18 + 0.2 * b), size * (0.08 + 0.07 * b), 0, 0, 7);
      c.fill();
    });
    c.strokeStyle = "rgba(164,170,104,0.55)";
    c.lineWidth = Math.max(0.7, size / 26);
    this.scatter(cells, 2, 60, (x, y, a, b) => {
      if (a > 0.4) return;
      c.beginPath();
      for (const lean of [-0.5, 0, 0.5]) {
        c.moveTo(x, y);
        c.lineTo(x + lean * size * 0.16, y - size * (0.14 + 0.1 * b));
      }
      c.stroke();
    });
  }

  scree(look, cells) {
    this.fill(this.shape(cells, "scree"), look.base);
    this.scatter(cells, 5, 80, (x, y, a, b) => {
      const r = this.size * (0.04 + 0.07 * a);
      this.disc(x + r * 0.3, y + r * 0.4, r, "rgba(20,20,24,0.35)");
      this.disc(x, y, r, b > 0.5 ? "#7d7d74" : "#68695f");
    });
  }

  water(look, cells) {
    const { c, size } = this;
    this.fill(this.shape(cells, "water", size * 0.2, 0.5), "rgba(120,120,84,0.5)");
    this.fill(this.shape(cells, "water", size * 0.07, 0.5), look.edge);
    this.fill(this.shape(cells, "water"), look.base);
    this.shade(this.shape(cells, "water"), "water", [6, 24, 44], [0, 90, 165]);
    c.lineWidth = Math.max(0.8, size / 22);
    c.lineCap = "round";
    this.scatter(cells, 1, 100, (x, y, a, b) => {
      if (a > 0.45) return;
      c.strokeStyle = `rgba(170,215,225,${0.12 + 0.16 * b})`;
      c.beginPath();
      c.arc(x, y, size * (0.12 + 0.1 * b), 3.6, 5.8);
      c.stroke();
    });
  }

  road(look, cells) {
    const { c, size } = this, shape = this.lines(cells, "road");
    c.lineCap = c.lineJoin = "round";
    c.strokeStyle = "rgba(52,44,32,0.55)";
    c.lineWidth = size * 0.74;
    c.stroke(shape);
    c.strokeStyle = look.base;
    c.lineWidth = size * 0.6;
    c.stroke(shape);
    c.strokeStyle = "rgba(180,158,118,0.35)";
    c.lineWidth = size * 0.28;
    c.stroke(shape);
    this.scatter(cells, 2, 120, (x, y, a) => {
      if (a < 0.5) this.disc(x, y, size * 0.03, "rgba(50,40,26,0.3)");
    });
  }

  bridge(look, cells) {
    const { c, size } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.55)";
    c.shadowBlur = size * 0.35;
    c.shadowOffsetY = size * 0.12;
    this.fill(this.shape(cells, "bridge", 0, 0.1), look.edge);
    c.restore();
    for (const [x, y] of cells) {
      for (let i = 0; i < 4; i++) {
        c.fillStyle = mix(look.base, "#b08a5c", 0.15 + 0.5 * chance(x, y, 140 + i));
        c.fillRect((x + i / 4) * size + 0.5, y * size, size / 4 - 1, size);
      }
    }
    for (const [x, y] of cells) {
      c.fillStyle = "#3d2b1b";
      if (this.style(x, y - 1) !== "bridge") c.fillRect(x * size, y * size, size, size * 0.12);
      if (this.style(x, y + 1) !== "bridge") {
        c.fillRect(x * size, (y + 0.88) * size, size, size * 0.12);
      }
    }
  }

  wood(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "wood", size * 0.1, 0.5), "rgba(24,44,34,0.55)");
    this.fill(this.shape(cells, "wood", 0, 0.5), look.base);
    const trees = [];
    this.scatter(cells, 3, 160, (x, y, a, b) => trees.push([x, y, a, b]));
    trees.sort((a, b) => a[1] - b[1]);
    for (const [x, y, a, b] of trees) {
      const r = size * (0.22 + 0.14 * a);
      this.disc(x + r * 0.22, y + r * 0.38, r, "rgba(8,20,18,0.42)");
      this.disc(x, y, r, b > 0.66 ? "#2f5a3e" : b > 0.33 ? "#2a5040" : "#356043");
      this.disc(x - r * 0.28, y - r * 0.3, r * 0.55, "rgba(140,190,120,0.20)");
      this.disc(x - r * 0.34, y - r * 0.4, r * 0.25, "rgba(190,220,150,0.20)");
    }
  }

  // Rock everywhere, and peaks on it: the further from the rim the higher.
  mountain(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "mountain", size * 0.16), "rgba(26,30,32,0.45)");
    this.fill(this.shape(cells, "mountain"), look.base);
    const peaks = [];
    for (const [x, y] of cells) {
      const depth = this.depth(x, y, "mountain");
      if (chance(x, y, 180) > [0.6, 0.65, 0.5][depth]) continue;
      const tall = [0.45, 0.9, 1.35][depth] + 0.4 * chance(x, y, 181);
      const foot = this.spot(x, y, 0.15 + 0.7 * chance(x, y, 182), 0.7 + 0.3 * chance(x, y, 183));
      peaks.push([...foot, tall * size, depth, chance(x, y, 184)]);
    }
    peaks.sort((a, b) => a[1] - b[1]);
    for (const peak of peaks) this.peak(...peak);
  }

  // The cells so many steps away in each direction that is straight.
  sides(x, y, reach) {
    return [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) => [x + dx * reach, y + dy * reach]);
  }

  // 0 at the rim of what is of a style, 1 next to it, 2 further inside.
  depth(x, y, style) {
    for (let reach = 1; reach <= 2; reach++) {
      for (const side of this.sides(x, y, reach)) {
        const other = this.style(...side);
        if (other !== null && other !== style && other !== "bridge") return reach - 1;
      }
    }
    return 2;
  }

  peak(x, foot, tall, depth, lean) {
    const wide = tall * (0.62 + 0.2 * lean), top = foot - tall;
    const bend = x + wide * (lean - 0.3) * 0.5;
    this.polygon("rgba(8,10,14,0.30)", [x - wide * 0.7, foot], [x + wide * 1.15, foot + tall * 0.1],
      [x + wide * 0.2, top + tall * 0.5]);
    this.polygon(lean > 0.5 ? "#787a82" : "#6d7079", [x - wide, foot], [x, top], [bend, foot]);
    this.polygon(lean > 0.5 ? "#43454f" : "#3c3f49", [bend, foot], [x, top], [x + wide, foot]);
    this.polygon("rgba(255,255,255,0.08)", [x - wide * 0.55, foot - tall * 0.45], [x, top],
      [x - wide * 0.12, foot - tall * 0.3]);
    if (depth < 2) return;
    const line = top + tall * 0.34, middle = x + (bend - x) * 0.34;
    this.polygon("#e4e9f0", [x - wide * 0.34, line], [x, top], [middle, line + tall * 0.04],
      [x - wide * 0.12, line - tall * 0.06]);
    this.polygon("#9aa3b5", [middle, line + tall * 0.04], [x, top], [x + wide * 0.34, line],
      [x + wide * 0.14, line - tall * 0.05]);
  }

  ore(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "ore", size * 0.1), "rgba(24,22,16,0.5)");
    this.fill(this.shape(cells, "ore"), look.base);
    this.scatter(cells, 5, 200, (x, y, a, b) => {
      const r = size * (0.07 + 0.09 * a);
      this.polygon("rgba(10,8,4,0.4)", [x - r, y + r * 0.6], [x + r * 0.3, y - r * 0.6],
        [x + r * 1.5, y + r * 0.5], [x + r * 0.2, y + r * 1.3]);
      this.polygon(b > 0.5 ? "#d9a93c" : "#c08f2e", [x - r, y], [x, y - r], [x + r, y], [x, y + r]);
      this.polygon("#f6dc8b", [x - r * 0.7, y - r * 0.1], [x, y - r], [x + r * 0.1, y - r * 0.1]);
    });
  }

  house(look, cells) {
    const { c, size } = this;
    for (const [x, y] of cells) {
      const px = x * size, py = y * size, inset = size * 0.08;
      c.fillStyle = "rgba(0,0,0,0.35)";
      c.fillRect(px + inset * 2, py + inset * 2.4, size - inset * 2, size - inset * 2);
      const tint = chance(x, y, 220) * 0.35;
      c.fillStyle = mix(look.base, "#b27a58", tint);
      c.fillRect(px + inset, py + inset, size - 2 * inset, size / 2 - inset);
      c.fillStyle = mix(look.edge, "#7d4c38", tint);
      c.fillRect(px + inset, py + size / 2, size - 2 * inset, size / 2 - inset);
      c.fillStyle = "rgba(255,225,190,0.35)";
      c.fillRect(px + inset, py + size / 2 - size * 0.04, size - 2 * inset, size * 0.06);
    }
  }

  wall(look, cells) { this.masonry(look, cells, "wall"); }

  keep(look, cells) { this.masonry(look, cells, "keep"); }

  masonry(look, cells, style) {
    const { c, size } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.6)";
    c.shadowBlur = size * 0.4;
    c.shadowOffsetY = size * 0.16;
    this.fill(this.shape(cells, style, 0, 0.12), look.edge);
    c.restore();
    for (const [x, y] of cells) {
      const low = this.style(x, y + 1) !== style ? size * 0.26 : 0;
      for (const [ox, oy, w] of [[0, 0, 0.5], [0.5, 0, 0.5], [-0.25, 0.5, 0.5], [0.25, 0.5, 0.5],
        [0.75, 0.5, 0.5]]) {
        const from = Math.max(0, ox), to = Math.min(1, ox + w);
        c.fillStyle = mix(look.base, "#20242e", 0.25 * chance(x * 8 + ox * 4, y * 8 + oy * 4, 240));
        c.fillRect((x + from) * size + 0.6, (y + oy) * size + 0.6, (to - from) * size - 1.2,
          size / 2 - 1.2);
      }
      if (low) {
        c.fillStyle = "rgba(10,12,18,0.5)";
        c.fillRect(x * size, (y + 1) * size - low, size, low);
      }
      if (this.style(x, y - 1) !== style) {
        c.fillStyle = "rgba(255,255,255,0.20)";
        c.fillRect(x * size, y * size, size, Math.max(1, size * 0.07));
      }
    }
  }
]==]
