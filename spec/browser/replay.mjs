// Opens replays in a headless Chromium, as replay_spec.lua has written them, and says of each check
// in a line whether it holds: "ok NAME", or "failed NAME: why".
//
//   node replay.mjs FOLDER MODULES     skirmish.html, skirmish.json, attack.html, and hex.html,
//                                      hex.json and so on are in the folder

import fs from "node:fs";
import path from "node:path";
import { check, expect, launch, watchedPage } from "./chromium.mjs";

const [folder, modules] = process.argv.slice(2).map((name) => path.resolve(name));
const truth = JSON.parse(fs.readFileSync(path.join(folder, "skirmish.json"), "utf8"));

const browser = await launch(modules);

let complaints, requests;

async function open(name, width = 1280, height = 760) {
  const watched = await watchedPage(browser, width, height), { page } = watched;
  ({ complaints, requests } = watched);
  await page.goto(`file://${path.join(folder, name)}`);
  await page.waitForFunction(() => window.replay && window.replay.shownTime !== undefined);
  return page;
}

const settle = (page) => page.evaluate(() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done))));

// The pixels of the map, as a number that is another one when they are.
const picture = (page) => page.evaluate(() => {
  const { canvas, c } = window.replay.scene;
  const { data } = c.getImageData(0, 0, canvas.width, canvas.height);
  let hash = 0;
  for (let i = 0; i < data.length; i += 4) {
    hash = Math.imul(hash ^ (data[i] << 16 | data[i + 1] << 8 | data[i + 2]), 16777619);
  }
  return hash;
});

const time = (page) => page.evaluate(() => window.replay.time);

let page = await open("skirmish.html");

await check("opens without a complaint", () => {
  expect(complaints.length === 0, complaints.join("; "));
});

await check("asks for nothing but itself", () => {
  const others = requests.filter((url) => !url.endsWith("skirmish.html") && !/^data:/.test(url));
  expect(others.length === 0, others.join(" "));
});

async function expectUnits(ticks) {
  for (const { tick, units } of ticks) {
    const shown = await page.evaluate((at) => window.replay.film.seek(at).units.map((unit) =>
      [unit.id, unit.x, unit.y, Math.floor(unit.travelled * 1024 / unit.stride)]), tick);
    expect(JSON.stringify(shown) === JSON.stringify(units), `tick ${tick} differs`);
  }
}

await check("shows units where they were", () => expectUnits(truth.ticks));

await check("shows nobody between the levels", async () => {
  const [climbs, between] = await page.evaluate((last) => {
    const { film, run } = window.replay;
    let climbing = 0, lost = "";
    for (let tick = 1; tick <= last; tick++) {
      for (const unit of film.seek(tick).units) {
        const [x, y] = film.placeAt(unit, 1);
        if (unit.climbs) climbing++;
        if (!run.levels.some((level) => x > level.x && x < level.x + level.width
          && y > level.y && y < level.y + level.height)) lost ||= `unit ${unit.id}, tick ${tick}`;
      }
    }
    return [climbing, lost];
  }, truth.last);
  expect(climbs > 0, "no unit has gone to another level");
  expect(between === "", between);
});

async function expectKnown(ticks) {
  for (const { tick, players } of ticks) {
    for (const [player, cells] of players.entries()) {
      const shown = await page.evaluate(([at, who]) => {
        const film = window.replay.film.seek(at), seen = window.replay.visibleTo(who);
        return [...seen].map((now, cell) => now ? 2 : film.knows(who, cell) ? 1 : 0).join("");
      }, [tick, player]);
      expect(shown === cells, `player ${player + 1} in tick ${tick}`);
    }
  }
}

await check("knows what each player sees and takes the land for", () => expectKnown(truth.ticks));

await check("knows the links", async () => {
  for (const { tick, links } of truth.ticks) {
    const shown = await page.evaluate((at) => window.replay.film.seek(at).links.map((link) =>
      [...link.from, ...link.to, Number(link.open), Number(link.oneWay)]), tick);
    expect(JSON.stringify(shown) === JSON.stringify(links), `tick ${tick} differs`);
  }
});

await check("plays and pauses", async () => {
  await page.keyboard.press("Home");
  await page.click("#play");
  await page.waitForFunction(() => window.replay.time > 3);
  await page.keyboard.press("Escape");
  await page.click("#play");
  const stopped = await time(page);
  await page.waitForTimeout(120);
  expect(await time(page) === stopped, "it goes on");
  await page.locator("#view").focus();
  await page.keyboard.press(" ");
  await page.waitForFunction((from) => window.replay.time > from, stopped);
  await page.keyboard.press(" ");
});

await check("scrubs", async () => {
  const box = await page.locator("#time").boundingBox();
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  const at = await time(page), half = truth.last / 2;
  expect(Math.abs(at - half) < truth.last * 0.03, `the middle is ${at}`);
  await page.keyboard.press("ArrowRight");
  expect(await time(page) === Math.floor(at) + 1, "the arrow does not go a tick on");
});

await check("scrubs without a pause", async () => {
  const longest = await page.evaluate(() => {
    const times = [];
    for (let i = 0; i < 40; i++) {
      const began = performance.now();
      window.replay.seek(i * 7919 % window.replay.run.last);
      window.replay.draw(0);
      times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b)[35];
  });
  expect(longest < 250, `${longest.toFixed(0)} ms`);
});

await check("switches layers", async () => {
  await page.evaluate((tick) => window.replay.seek(tick), truth.ticks[3].tick);
  await settle(page);
  for (const id of truth.layers) {
    const before = await picture(page);
    await page.locator(`label:has(#${id})`).click();
    await settle(page);
    expect(await picture(page) !== before, `${id} makes no difference`);
    await page.locator(`label:has(#${id})`).click();
    await settle(page);
    expect(await picture(page) === before, `${id} does not come back`);
  }
});

await check("shows the knowledge of a player", async () => {
  const before = await picture(page);
  await page.locator("#players .chip", { hasText: "red" }).click();
  await settle(page);
  expect(await picture(page) !== before, "red knows everything");
  await page.keyboard.press("Escape");
  await page.locator("#players .chip", { hasText: "all" }).click();
});

await check("selects the unit that is clicked", async () => {
  const place = await page.evaluate(() => {
    const { scene, film } = window.replay;
    const unit = film.units.find((one) => one.route && one.route.bill.length > 0);
    const [x, y] = film.placeAt(unit, scene.share), box = scene.canvas.getBoundingClientRect();
    return { x: box.x + scene.wide / 2 + (x - scene.camera.x) * scene.camera.scale,
      y: box.y + scene.high / 2 + (y - scene.camera.y) * scene.camera.scale, name: unit.name,
      script: unit.behaviour, cost: unit.route.cost };
  });
  await page.mouse.click(place.x, place.y);
  await settle(page);
  const card = await page.locator("#card").innerText();
  for (const text of [place.name, place.script, place.cost.toLocaleString("en"), "terrain"]) {
    expect(card.includes(text), `the card does not say ${text}`);
  }
  await page.keyboard.press("f");
  await settle(page);
  await page.keyboard.press("Escape");
  await settle(page);
  expect((await page.locator("#card").innerText()).includes("Click a unit"), "it is selected");
});

await check("goes to what happened", async () => {
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  expect(await time(page) === truth.first, `it went to ${await time(page)}`);
});

await check("zooms and moves", async () => {
  const scale = () => page.evaluate(() => window.replay.scene.camera.scale);
  await page.click("#fit");
  const before = await scale();
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((was) => window.replay.scene.camera.scale > was * 1.2, before);
  const x = await page.evaluate(() => window.replay.scene.camera.x);
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.replay.scene.camera.x) > x, "it does not move");
  await page.click("#fit");
  expect(Math.abs(await scale() - before) < 0.01, "it does not fit");
});

// Goes to a unit, and what the card says of it then.
async function cardOf(id, tick) {
  await page.evaluate(([unit, at]) => window.replay.visit(unit, at), [id, tick]);
  await settle(page);
  return page.locator("#card").innerText();
}

function expectWords(card, words) {
  for (const text of words) expect(card.includes(text), `the card does not say ${text}`);
}

await check("says why a unit does what it does", async () => {
  const { id, tick, words } = truth.why;
  expectWords(await cardOf(id, tick), [...words, "Candidates", "What its player knew",
    "Heard, returned, said"]);
  const drawn = await page.evaluate(() => [...document.querySelectorAll(".curve")].some((one) =>
    one.getContext("2d").getImageData(0, 0, one.width, one.height).data.some((part) => part > 0)));
  expect(drawn, "no score is drawn");
});

await check("says which unit has killed one that is gone, and goes there", async () => {
  const { id, tick, by } = truth.gone;
  expectWords(await cardOf(id, tick + 3), [`Gone in tick ${tick}`, "killed by", by.name]);
  await page.locator("#card .end .link").click();
  await settle(page);
  expect(await page.evaluate(() => window.replay.scene.selected) === by.id, "another is selected");
  expect(await time(page) === tick - 1, `it went to ${await time(page)}`);
});

await check("says that a unit was stopped by an error", async () => {
  const { id, tick } = truth.error;
  expectWords(await cardOf(id, tick + 1), ["Stopped by an error", `tick ${tick}`, "no such enemy"]);
});

await check("lists what was logged, of all and of one unit", async () => {
  const { id, tick, text } = truth.log;
  await cardOf(id, tick);
  const log = page.locator("#log .news");
  expect((await log.innerText()).includes(text), "it is not in the log");
  expect((await log.innerText()).includes(truth.reload), "what was reloaded is not in the log");
  const all = await log.locator("li").count();
  await page.locator("#log .chip").click();
  await settle(page);
  expect(await log.locator("li").count() < all, "it lists what others say, too");
  expect((await log.innerText()).includes(text), "it is not in its log");
  await page.locator("#log .chip").click();
});

await check("draws what is said, marked and drawn for as long as it lasts", async () => {
  await page.evaluate(() => window.replay.select(0));
  for (const { tick, kind } of truth.drawn) {
    const shown = await page.evaluate((at) => {
      window.replay.seek(at);
      window.replay.draw(0);
      return window.replay.scene.current().map((note) => note.kind);
    }, tick);
    expect(shown.includes(kind), `${kind} is not there in tick ${tick}`);
    const later = await page.evaluate((at) => {
      window.replay.seek(at);
      window.replay.draw(0);
      return window.replay.scene.current().map((note) => note.kind);
    }, tick + 20);
    expect(!later.includes(kind), `${kind} is there for ever`);
  }
});

await check("shows names that do not cover one another", async () => {
  const boxes = await page.evaluate(() => {
    const { scene } = window.replay;
    scene.shown.names = true;
    window.replay.seek(400);
    window.replay.draw(0);
    scene.shown.names = false;
    return [...new Set([...scene.labels.buckets.values()].flat())];
  });
  expect(boxes.length > 10, `${boxes.length} names`);
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top
        || b.bottom <= a.top;
      expect(apart, "two names overlap");
    }
  }
});

await check("has not complained by the end", () => {
  expect(complaints.length === 0, complaints.join("; "));
});

await page.close();

// That part of the map's window in which there is map, and the smallest of what fingers press.
const measures = () => page.evaluate(() => {
  const { scene, run } = window.replay, { camera } = scene;
  const across = Math.min(scene.wide, run.width * camera.scale);
  const down = Math.min(scene.high, run.height * camera.scale);
  const small = [...document.querySelectorAll("button, input[type=range], label, summary")]
    .filter((one) => one.getClientRects().length > 0)
    .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.height < 40 || box.width < 24).map(([name]) => name);
  return { filled: across * down / (scene.wide * scene.high), small: small.join(", "),
    wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight };
});

async function expectFit(name, width, height, isPhone) {
  page = await open(name, width, height);
  for (const tab of ["unit", "log", "news", "view"]) {
    await page.evaluate((part) => {
      const { film, layout } = window.replay;
      window.replay.select(film.units[0].id);
      layout.show(part);
    }, tab);
    await settle(page);
    const { filled, small, wide, high } = await measures();
    expect(wide <= width && high <= height, `${name} is ${wide} by ${high} pixels`);
    expect(filled > 0.6, `${name} fills ${filled.toFixed(2)} of ${width} by ${height}`);
    expect(!isPhone || small === "", `too small for a finger: ${small}`);
  }
  expect(complaints.length === 0, complaints.join("; "));
  await page.close();
}

// What the page says of a recording at some ticks, and how it draws them.
async function shownAt(ticks) {
  const shown = [];
  for (const tick of ticks) {
    await page.evaluate((at) => window.replay.seek(at), tick);
    await settle(page);
    shown.push(await picture(page), await page.locator("#log").innerText(),
      await page.locator("#news").innerText(), await page.locator("#card").innerText());
  }
  const run = await page.evaluate(() => {
    const { notes, values, cast, strings } = window.replay.run;
    return JSON.stringify([notes, values, cast, strings]);
  });
  return [...shown, run];
}

await check("grows, and is then the page of all of it", async () => {
  const ticks = [1, 130, 250, 251, 302, 395, 555, 600];
  const grown = JSON.parse(fs.readFileSync(path.join(folder, "growing.json"), "utf8"));
  page = await open("growing.html");
  const goThrough = async (grows) => {      // the same way: land is drawn again where it changes
    for (const news of grown) {
      await page.evaluate(([one, more]) => {
        window.replay.time = one.last - 9;
        window.replay.draw(0);
        if (more) window.replay.grow(one);
      }, [news, grows]);
    }
  };
  await goThrough(true);
  expect(await page.locator("#time").getAttribute("max") === "600", "the time line is too short");
  const some = await shownAt(ticks);
  expect(complaints.length === 0, complaints.join("; "));
  await page.close();
  page = await open("skirmish.html");
  await goThrough(false);
  const all = await shownAt(ticks);
  await page.close();
  some.forEach((one, i) => expect(one === all[i], `difference ${i} of ${some.length}`));
});

await check("goes back with the recording, and is then the page of what is left", async () => {
  const ticks = [1, 39, 60, 61, 75, 119, 120, 121, 135, 160];
  const told = JSON.parse(fs.readFileSync(path.join(folder, "back.json"), "utf8"));
  const shown = async (name, grow) => {
    page = await open(name);
    await page.evaluate(() => window.replay.select(9));
    for (const news of grow) {
      await page.evaluate((one) => {
        window.replay.grow(one);
        window.replay.seek(one.last);
        window.replay.draw(0);
      }, news);
    }
    const parts = [await page.evaluate(() => JSON.stringify(window.replay.run.values))];
    for (const tick of ticks) {
      await page.evaluate((at) => window.replay.seek(at), tick);
      await settle(page);
      parts.push(await page.evaluate(() => JSON.stringify(window.replay.film.units.map(
        ({ id, x, y, state, verbs, data }) => [id, x, y, state, verbs, [...data]]))));
      for (const part of ["#log", "#news", "#card", "#players"]) {
        parts.push(await page.locator(part).innerText());
      }
    }
    parts.push(await page.locator("#time").getAttribute("max"));
    expect(complaints.length === 0, complaints.join("; "));
    await page.close();
    return parts;
  };
  const some = await shown("back.html", told), all = await shown("forth.html", []);
  expect(all.at(-1) === "160", `the time line ends at ${all.at(-1)}`);
  some.forEach((one, i) => expect(one === all[i], `difference ${i} of ${some.length}`));
});

await check("fits on a phone, upright and on its side", async () => {
  for (const name of ["skirmish.html", "tall.html"]) {
    await expectFit(name, 390, 844, true);
    await expectFit(name, 844, 390, true);
  }
});

await check("leaves the map most of a window, also one that is very tall", async () => {
  for (const name of ["skirmish.html", "tall.html"]) await expectFit(name, 1400, 900, false);
});

page = await open("attack.html");
await check("takes texts for texts", async () => {
  await page.evaluate(() => {
    window.replay.seek(2);
    window.replay.select(window.replay.film.units[0].id);
  });
  await settle(page);
  const made = await page.evaluate(() => document.querySelectorAll("img").length);
  expect(made === 0 && complaints.length === 0, `${made} images; ${complaints.join("; ")}`);
  expect((await page.locator("#card").innerText()).includes("<img src=x"), "the text is not there");
});

await page.close();

// ---- hexagons -----------------------------------------------------------------------------------

// The pixel of the page at which a cell has its middle, computed from what the reference says of
// shifted rows and columns.
const pixelOf = (grid, x, y) => page.evaluate(([flat, cx, cy]) => {
  const { scene } = window.replay, { camera } = scene, box = scene.canvas.getBoundingClientRect();
  const pitch = Math.sqrt(3) / 2, rim = 1 / Math.sqrt(3), [a, b] = flat ? [cy, cx] : [cx, cy];
  const along = a - 0.5 + (b % 2 === 0 ? 0.5 : 0), down = rim + (b - 1) * pitch;
  const [px, py] = flat ? [down, along] : [along, down];
  return [box.x + scene.wide / 2 + (px - camera.x) * camera.scale,
    box.y + scene.high / 2 + (py - camera.y) * camera.scale];
}, [grid === "flat_hex", x, y]);

async function checkHexagons(grid) {
  const { ticks } = JSON.parse(fs.readFileSync(path.join(folder, `${grid}.json`), "utf8"));
  page = await open(`${grid}.html`);
  await check(`${grid} shows units where they were`, () => expectUnits(ticks));
  await check(`${grid} knows what each player sees`, () => expectKnown(ticks));

  await check(`${grid} selects the unit that is clicked`, async () => {
    const standing = ticks[ticks.length - 1].units.filter((one) => one[0] < 6 && one[3] === 1024);
    expect(standing.length >= 3, `${standing.length} units stand`);
    await page.evaluate(() => {
      window.replay.seek(window.replay.run.last);
      window.replay.draw(0);
    });
    for (const unit of standing) {
      await page.mouse.click(...await pixelOf(grid, unit[1], unit[2]));
      const selected = await page.evaluate(() => window.replay.scene.selected);
      expect(selected === unit[0], `unit ${selected} instead of ${unit[0]}`);
      await page.keyboard.press("Escape");
    }
  });

  await check(`${grid} says which cell the pointer is over`, async () => {
    for (const [x, y] of [[1, 1], [18, 1], [2, 2], [7, 10], [12, 7], [23, 16], [1, 16]]) {
      const [px, py] = await pixelOf(grid, x, y), scale = await page.evaluate(() =>
        window.replay.scene.camera.scale);
      for (let i = 0; i < 12; i++) {
        const angle = i * Math.PI / 6, reach = 0.47 * scale;
        await page.mouse.move(px + reach * Math.cos(angle), py + reach * Math.sin(angle));
        const tip = await page.locator("#tip").innerText();
        expect(tip.includes(`${x}, ${y} `), `${x}, ${y} is ${tip}`);
      }
    }
    await page.mouse.move(...await pixelOf(grid, 0, 8));
    expect(await page.locator("#tip").isHidden(), "it says something outside the map");
  });

  await check(`${grid} switches layers`, async () => {
    await page.evaluate(() => window.replay.seek(30));
    await settle(page);
    for (const id of ["layer-terrain", "layer-claims", "layer-paths", "layer-links",
      "layer-level-0"]) {
      const before = await picture(page);
      await page.locator(`label:has(#${id})`).click();
      await settle(page);
      expect(await picture(page) !== before, `${id} makes no difference`);
      await page.locator(`label:has(#${id})`).click();
      await settle(page);
    }
    const before = await picture(page);
    await page.locator("#players .chip", { hasText: "red" }).click();
    await settle(page);
    expect(await picture(page) !== before, "red knows everything");
  });

  await check(`${grid} opens without a complaint`, () => {
    expect(complaints.length === 0, complaints.join("; "));
  });
  await page.close();
}

for (const grid of ["hex", "flat_hex"]) await checkHexagons(grid);

await browser.close();
