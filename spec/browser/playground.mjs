// Opens the playground in a headless Chromium, served from a folder, and says of each check in a
// line whether it holds: "ok NAME", or "failed NAME: why".
//
//   node playground.mjs SITE MODULES PICTURES     pictures of the page go to the last folder

import path from "node:path";
import { check, expect, launch, serve, watchedPage } from "./chromium.mjs";
import { faintTexts, unreachable } from "./legible.mjs";

const [site, modules, pictures] = process.argv.slice(2).map((name) => path.resolve(name));
const { address, close } = await serve(site);

const browser = await launch(modules);

let complaints, requests;

const until = (page, f, given) => page.waitForFunction(f, given, { timeout: 60000 });

const begun = (page) => until(page, () =>
  window.playground?.replay?.shownTime !== undefined && window.playground.files.editor);

async function open(url = address, width = 1400, height = 900, isThere = begun) {
  const watched = await watchedPage(browser, width, height), { page } = watched;
  ({ complaints, requests } = watched);
  await page.goto(url);
  await isThere(page);
  return page;
}

const picture = (page, name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });

const choose = async (page, scenario) => {
  const before = await page.evaluate(() => window.playground.battles);
  await page.locator("#scenario").selectOption(scenario);
  await until(page, (count) => window.playground.battles > count, before);
};

// Where the middle of a cell is on the page.
async function pixelOf(page, x, y) {
  const [px, py] = await page.evaluate(([cx, cy]) => {
    const { scene } = window.playground.replay, { camera } = scene;
    const [mx, my] = scene.lattice.middle(cx - 1, cy - 1, 1);
    return [(mx - camera.x) * camera.scale + scene.wide / 2,
      (my - camera.y) * camera.scale + scene.high / 2];
  }, [x, y]);
  const box = await page.frameLocator("#view").locator("#view").boundingBox();
  return [box.x + px, box.y + py];
}

async function drag(page, cells) {
  await page.mouse.move(...await pixelOf(page, ...cells[0]));
  await page.mouse.down();
  for (const cell of cells.slice(1)) {
    await page.mouse.move(...await pixelOf(page, ...cell), { steps: 4 });
  }
  await page.mouse.up();
}

const terrainAt = (page, x, y) => page.evaluate(([cx, cy]) => {
  const { run, film } = window.playground.replay;
  return run.terrains[film.seek(run.last).terrain[(cy - 1) * run.width + cx - 1] - 1].name;
}, [x, y]);

const write = (page, text) => page.evaluate((all) => window.playground.files.editor.setValue(all), text);

let page = await open();

await check("opens without a complaint, and asks for nothing from elsewhere", async () => {
  expect(complaints.length === 0, complaints.join("; "));
  const others = requests.filter((url) => !url.startsWith(address) && !url.startsWith("data:"));
  expect(others.length === 0, others.join(" "));
});

await check("plays the skirmish", async () => {
  await until(page, () => window.playground.replay.time > 30);
  await picture(page, "skirmish");
  expect(await page.evaluate(() => window.playground.replay.film.units.length) > 50, "few units");
});

await check("has units change their minds within a tick", async () => {
  await write(page, `return function(unit)
  unit:say("I am another one")
  while true do unit:wait(1) end
end`);
  await until(page, () => window.playground.replay.run.notes.some((note) =>
    note.kind === "say" && note.text === "I am another one"));
  const [taken, said] = await page.evaluate(() => {
    const notes = window.playground.replay.run.notes;
    return ["reload", "say"].map((kind) => notes.find((note) => note.kind === kind).tick);
  });
  expect(said <= taken + 1, `taken up in tick ${taken}, and said in tick ${said}`);
});

await check("underlines a mistake in its line, and the game goes on", async () => {
  await write(page, "return function(unit)\n  unit:go(1, 2\nend");
  await page.locator(".wrongtext").waitFor({ timeout: 60000 });
  expect(/soldier\.lua:\d+/.test(await page.locator("#state").innerText()), "no line is told");
  await picture(page, "mistake");
  const tick = await page.evaluate(() => window.playground.game.tick);
  await until(page, (before) => window.playground.game.tick > before + 5, tick);
});

await check("underlines what fails while it runs", async () => {
  await write(page, "return function(unit)\n  local x = nil\n  x.y = 1\nend");
  await until(page, () => {
    const { mark } = window.playground.files.current;
    return mark?.find()?.from.line === 2;
  });
});

await check("goes back in time", async () => {
  const replay = page.frameLocator("#view");
  await replay.locator("#play").click();
  for (let i = 0; i < 3; i++) await replay.locator("#back").click();
  const [time, last] = await page.evaluate(() =>
    [window.playground.replay.time, window.playground.replay.run.last]);
  expect(time < last, `tick ${time} of ${last}`);
});

await check("opens what was shared", async () => {
  await write(page, "return function(unit) unit:say(\"shared\") unit:wait(1000) end");
  await page.locator("#share").click();
  await until(page, () => location.hash.length > 10);
  const link = await page.evaluate(() => location.href);
  await page.close();
  page = await open(link);
  const start = page.locator("#start");
  await start.waitFor();
  expect(!await page.evaluate(() => window.playground.replay.run.notes.some(
    (note) => note.text === "shared")), "the link's mod runs before a click");
  await start.click();
  await until(page, () => !window.playground.game.isHeld && document.getElementById("start").hidden);
  await until(page, () => window.playground.files.editor.getValue().includes("shared"));
  expect((await page.evaluate(() => window.playground.files.editor.getValue())).includes("shared"),
    "the file is another one");
  await until(page, () => window.playground.replay.run.notes.some((note) => note.text === "shared"));
});

await check("paints terrain", async () => {
  await choose(page, "field");
  await page.locator("#terrain").selectOption("wall");
  await drag(page, [[20, 20], [30, 20], [30, 28]]);
  await page.waitForTimeout(500);
  for (const [x, y] of [[20, 20], [25, 20], [30, 25]]) {
    expect(await terrainAt(page, x, y) === "wall", `${x}, ${y} is ${await terrainAt(page, x, y)}`);
  }
});

await check("drops units", async () => {
  const count = () => page.evaluate(() => {
    const { film, run } = window.playground.replay;
    return film.seek(run.last).units.length;
  });
  const before = await count();
  await page.locator("#piece").selectOption({ index: 1 });
  await page.mouse.click(...await pixelOf(page, 50, 35));
  await until(page, (least) => {
    const { film, run } = window.playground.replay;
    return film.seek(run.last).units.length > least;
  }, before);
  await picture(page, "field");
});

// A path in the guide's example, by an engine, with its trace or without.
async function ask(page, engine, traced) {
  await page.locator("#engine").selectOption(engine);
  await page.locator("#traced").setChecked(traced);
  await until(page, (name) => {
    const { question, trace } = window.playground.tools;
    return question && document.getElementById("words").textContent.includes(name) &&
      trace.events !== undefined;
  }, engine === "" ? "nodes by" : `by ${engine}`);
}

const events = (page) => page.evaluate(() => window.playground.trace.events);

await check("shows a path and its bill, and the trace of the guide's example", async () => {
  await choose(page, "guide");
  await page.frameLocator("#view").locator("#play").click();
  await page.locator("[data-tool=path]").click();
  await drag(page, [[2, 3], [6, 3]]);
  await until(page, () => /cost \d+/.test(document.getElementById("words").textContent));
  await ask(page, "astar", false);
  const words = await page.locator("#words").innerText();
  expect(/2, 3 to 6, 3: \d+ steps, cost \d+, \d+ nodes by astar/.test(words), words);
  expect(/terrain \d+/.test(await page.locator("#bill").innerText()), "no bill");
  await page.locator("#traced").check();
  await until(page, () => window.playground.trace.events.length > 10);
  expect(await page.locator("#bill .legend").isVisible(), "the bill has gone");
  const [first] = await events(page);
  expect(first.f === first.g + first.h, `F ${first.f}, G ${first.g}, H ${first.h}`);
  await picture(page, "trace");
  await page.locator("#step").fill("5");
  expect((await page.locator("#stepped").innerText()).startsWith("5 of "), "the step is another one");
  await page.locator("#after").click();
  expect((await page.locator("#stepped").innerText()).startsWith("6 of "), "no step on");
});

await check("shows the trace of every engine, each its own", async () => {
  const seen = new Set();
  for (const engine of ["astar", "jps", "jpsw", "turn", "anya", "dijkstra"]) {
    await ask(page, engine, true);
    await until(page, () => window.playground.trace.events.length > 2);
    const list = await events(page), goal = list.find(({ x, y, kind }) =>
      x === 6 && y === 3 && kind === "closed");
    expect(goal, `${engine} does not close the goal`);
    seen.add(JSON.stringify(list));
    await picture(page, `trace-${engine}`);
  }
  expect(seen.size === 6, `${seen.size} traces`);
  await page.locator("#engine").selectOption("jps_layers");
  await until(page, () => /no layer applies/.test(document.getElementById("words").textContent));
});

await check("draws the trace below the units", async () => {
  await ask(page, "astar", true);
  const order = await page.evaluate(async () => {
    const { scene } = window.playground.replay, list = [], { trace } = window.playground;
    const units = scene.drawUnits, drawn = trace.draw;
    scene.drawUnits = function () { list.push("units"); units.call(this); };
    trace.draw = function (given) { list.push("trace"); drawn.call(this, given); };
    scene.draw(window.playground.replay.time, 0);
    scene.drawUnits = units;
    trace.draw = drawn;
    return list.join(" ");
  });
  expect(order === "trace units", order);
});

await check("calls the battle by the name of its scenario", async () => {
  const title = await page.frameLocator("#view").locator("h1").innerText();
  expect(title === "The example of the guide", title);
});

await check("can be used with the keyboard, and shows where it is", async () => {
  await page.locator("#scenario").focus();
  const faults = await unreachable(page);
  expect(faults.length === 0, faults.join("; "));
});

// All of the page and of the battle in it.
async function expectLegible() {
  for (const frame of page.frames()) {
    const faint = await faintTexts(frame, 4.5);
    expect(faint.length === 0, faint.join("; "));
  }
}

await check("can be read: every text has a contrast of 4.5 at least", async () => {
  await ask(page, "astar", true);
  await write(page, "return function(unit)\n  unit:go(1, 2\nend");
  await page.locator(".wrongtext").waitFor({ timeout: 60000 });
  await expectLegible();
});

await check("has not complained by the end", () => {
  expect(complaints.length === 0, complaints.join("; "));
});
await page.close();

await check("fits on a phone", async () => {
  page = await open(address, 390, 844);
  await until(page, () => window.playground.replay.time > 5);
  await picture(page, "phone-battle");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide <= 390, `the page is ${wide} pixels wide`);
  await page.locator("#parts [data-part=code]").click();
  expect(await page.locator(".CodeMirror").isVisible(), "no code");
  await picture(page, "phone-code");
});

await check("can be read and used on a phone, too", async () => {
  await expectLegible();
  await page.locator("#parts [data-part=battle]").click();
  await choose(page, "guide");
  await page.locator("[data-tool=path]").click();
  await drag(page, [[2, 3], [6, 3]]);
  await ask(page, "jps", true);
  await picture(page, "phone-trace");
  await expectLegible();
  await page.close();
});

// Of each program with an output below it that the manual says: what it prints here, and there.
await check("runs the programs of the manual, which print what it says", async () => {
  for (const name of ["verbs", "think", "group"]) {
    page = await open(`${address}manual/${name}.html`, 1000, 800, () => true);
    const count = await page.locator(".program").count();
    expect(count > 1, `${count} programs`);
    let compared = 0;
    for (let i = 0; i < count; i++) {
      const program = page.locator(".program").nth(i);
      const wanted = await program.evaluate((one) => {
        const next = one.nextElementSibling;
        return next?.querySelector("code.language-text") && next.textContent;
      });
      if (!wanted) continue;
      await program.locator("button").click();
      await program.locator("pre ~ pre").waitFor({ timeout: 60000 });
      const printed = await program.locator("pre ~ pre").textContent();
      expect(printed.trim() === wanted.trim(), `program ${i + 1} prints ${printed}`);
      compared++;
    }
    expect(compared > 1, `${compared} outputs`);
    expect(complaints.length === 0, complaints.join("; "));
    await picture(page, `manual-${name}`);
    await page.close();
  }
});

await browser.close();
close();
