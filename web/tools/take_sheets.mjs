// Every state of the client on seven screens, in light and dark, as contact sheets to look through:
//   BASTIDE=build/release/bastide node web/tools/take_sheets.mjs FOLDER [STATE...]
// A sheet is FOLDER/STATE.light.png or FOLDER/STATE.dark.png; of a page that scrolls, STATE.light.2.png shows the next
// screenful. Without a name all states are taken. One is reached once; then only the screen changes.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { coached, home, launch, program, replay, root, serve, set, sit_down } from "./browser.mjs";
import { editions } from "./editions.mjs";

// The seven screens, and where a sheet shows each.
const screens = [
  { width: 1440, height: 900, x: 0, y: 0 },
  { width: 844, height: 390, x: 1446, y: 0, touch: true },
  { width: 720, height: 450, x: 1446, y: 396 },
  { width: 1024, height: 768, x: 0, y: 906, touch: true },
  { width: 768, height: 1024, x: 1030, y: 906, touch: true },
  { width: 390, height: 844, x: 1804, y: 906, touch: true },
  { width: 320, height: 568, x: 2200, y: 906, touch: true },
];
const sheet = { width: 2520, height: 1930 };
const scale = 0.8;
const generous = ["requests-per-second", "request-burst", "guests-per-hour", "guest-burst", "tables-per-hour"]
  .concat("table-burst", "logins-per-minute", "login-burst")
  .flatMap((name) => [`--${name}`, name.endsWith("burst") ? "1000" : "100000"]);
const headers = { "x-bastide": "1" };
/** The first one on the shelf. */
const box = editions[0].id;
const names = ["Ada", "Bo", "Cleo", "Dag", "Eva", "Flo"];

const read = async (path) => JSON.parse(await readFile(new URL(path, root), "utf8"));
/** A whole game of bots, the same in every run. */
function played(players, ...options) {
  const how = ["--agents", "greedy", "--games", "1", "--seed", "20260", "--records", "-"];
  const text = execFileSync(program, [
    ...["simulate", "--players", `${players}`, ...how],
    ...options.flatMap((option) => ["--option", option]),
  ]);
  const record = JSON.parse(text.toString().split("\n")[0]);
  return { ...record, players: names.slice(0, players).map((name) => ({ name })) };
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const press_at_once = (target) => target.evaluate((one) => one.click());
/** Lays the tile where it has most figures to choose from. */
async function lay(page) {
  let best = { n: 0, figures: -1 };
  const count = Math.min(12, await page.locator(".cell").count());
  for (let n = 0; n <= count; ++n) {
    await press_at_once(page.locator(".cell").nth(n < count ? n : best.n));
    await page.locator(".cell.ghost").waitFor({ state: "attached" });
    await page.waitForTimeout(120);
    const figures = await page.locator(".choice").count();
    if (figures > best.figures) best = { n, figures };
    if (n < count) await page.keyboard.press("Escape");
  }
}
/** So many turns of people at a table of the server, whoever of them is to move. */
async function play(people, turns) {
  for (let turn = 0; turn <= turns; ++turn) {
    const ready = people.map((page) => page.waitForSelector(".cell", { state: "attached" }).then(() => page));
    for (const one of ready) one.catch(() => {});
    const page = await Promise.race(ready);
    if (turn === turns) return page;
    const tiles = await page.locator(".hits > g").count();
    await press_at_once(page.locator(".cell").first());
    await page.locator(".cell.ghost").waitFor({ state: "attached" });
    if (turn < 4 && (await page.locator(".choice").count()) > 0) await press_at_once(page.locator(".choice").first());
    await page.waitForTimeout(150);
    await press_at_once(page.locator(".confirm"));
    await page.waitForFunction((before) => document.querySelectorAll(".hits > g").length > before, tiles);
  }
}
async function post(page, path, data) {
  const answer = await page.request.post(`${home}api/${path}`, { headers, data });
  return answer.json();
}
/** A table of the server with these rules, and everybody at it. */
async function meet(people, rules, guests = []) {
  const seats = people.map(() => ({ kind: "person" }));
  const all = { edition: box, first: 0, ...rules, seats: [...seats, ...(rules.seats ?? [])] };
  if (!rules.rated) for (const [i, page] of people.entries()) await post(page, "session", { name: names[i] });
  const { table } = await post(people[0], "tables", { rules: all });
  for (const page of people.slice(1)) await post(page, `tables/${table.game}/join`, {});
  for (const page of [...people, ...guests]) {
    await page.goto(`${home}#/table/${table.game}`);
    await page.locator(".tabletop").waitFor();
  }
  return table.game;
}
const two_bots = [
  { kind: "bot", agent: "random" },
  { kind: "bot", agent: "random" },
];
const clock = { kind: "fischer", initial_s: 1200, increment_s: 15 };
/** Four at a table with clocks, in the middle, and who of the two people is to move. */
async function four_online(people, turns = 6) {
  await meet(people, { clock, seats: two_bots });
  return play(people, turns);
}
/** Whoever of two people is to move asks the other one, who sees the question. */
async function ask([ada, bo], question) {
  const mover = await four_online([ada, bo]);
  const asked = mover === ada ? bo : ada;
  await mover.getByRole("button", { name: question }).click();
  await asked.getByRole("button", { name: "Allow" }).waitFor();
  return { mover, asked };
}
async function say(page, ...lines) {
  await open_tab(page, "Chat");
  for (const line of lines) {
    await page.getByLabel("Message").fill(line);
    await page.getByLabel("Message").press("Enter");
  }
}
async function open_tab(page, name) {
  const tab = page.locator(".tabs").getByRole("button", { name });
  if ((await page.getByRole("region", { name }).count()) === 0) await press_at_once(tab);
}
const lines = ["Hello!", "Good luck, and may the cloister come to whoever waits for it longest", "Nice one", "Thanks"];
/** Who plays under this name, with an account. */
async function sign_up(page, name) {
  const unique = `${name} ${Date.now().toString(36)}`;
  await set(page, { coached, name: unique });
  const { user } = await post(page, "session", { name: unique });
  await post(page, "account", { login: unique.toLowerCase().replace(" ", "."), password: "a long password" });
  return user.id;
}
/** Rated games of two accounts that the second gives up; the id of the first one, and the last game. */
async function rated([ada, bo], games = 1) {
  const id = await sign_up(ada, "Ada");
  await sign_up(bo, "Bo");
  let game = "";
  for (let n = 0; n < games; ++n) {
    game = await meet([ada, bo], { rated: true, clock });
    await play([ada, bo], games === 1 ? 6 : 0);
    await press(bo, "Resign");
    await press(bo, "Resign");
    await ada.locator(".podium").waitFor();
  }
  return { id, game };
}

/** A page by its address, so many screenfuls of it. */
const at = (address, parts = 1) => ({
  reach: async ([page]) => {
    await page.goto(`${home}#/${address}`);
    await page.locator("h1, .tabletop").first().waitFor();
  },
  parts,
});
/** A table on this device, and what is done there. */
const table = (record, turns, then = async () => {}, more = {}) => ({
  reach: async ([page]) => {
    const whole = await record();
    await sit_down(page, whole, turns < 0 ? whole.turns.length : turns, more);
    await then(page);
  },
});
const art = () => read("docs/art/game.json");
const duel = () => read("tests/e2e/finished.json");
const six = () => played(6, "inns=true");
const six_more = () => played(6, "inns=true", "traders=true");
const skip = (page) => press(page, "Skip");

// What `reach` answers is the page to be taken, the first one otherwise; `again` runs after each change of the screen,
// which closes lists.
const states = {
  home: at("", 4),
  new: at(`new/${box}`, 3),
  settings: at("settings", 3),
  lobby: {
    reach: async ([page, bo]) => {
      await post(bo, "session", { name: "Bo" });
      for (const { id: edition } of editions.slice(0, 2))
        await post(bo, "tables", { rules: { edition, seats: [{ kind: "person" }, { kind: "person" }], clock } });
      await page.goto(`${home}#/online`);
      await page.getByText("Bo").first().waitFor();
    },
    parts: 3,
  },
  online_new: at(`online/new/${box}`, 3),
  ratings: {
    reach: async ([ada, bo]) => {
      await rated([ada, bo], 10);
      await ada.goto(`${home}#/ratings/${box}/duel`);
      await ada.locator("tbody tr").first().waitFor();
    },
  },
  profile: {
    reach: async ([ada, bo]) => {
      const { id } = await rated([ada, bo]);
      await ada.goto(`${home}#/player/${id}`);
      await ada.locator("h1").waitFor();
    },
    parts: 2,
  },
  account: {
    reach: async ([ada, bo]) => {
      await rated([ada, bo]);
      await ada.goto(`${home}#/account`);
      await ada.locator("h1").waitFor();
    },
    parts: 4,
  },
  account_guest: at("account", 2),
  rules: at(`rules/${box}`, 4),
  learn: at("learn", 2),
  lesson: at("learn/classic"),
  about: at("about", 3),
  fairness: at("fairness", 2),
  fairness_game: {
    reach: async ([ada, bo]) => {
      const { game } = await rated([ada, bo]);
      await ada.goto(`${home}#/fairness/${game}`);
      await ada.locator("h1").waitFor();
    },
    parts: 2,
  },
  not_found: at("nowhere"),

  start: table(duel, 0),
  first_turn: {
    reach: async ([page]) => {
      await set(page, {});
      await page.goto(home);
      await page
        .getByRole("button", { name: /^Play a bot:/ })
        .first()
        .click();
      await page.locator(".cell").first().waitFor({ state: "attached" });
    },
  },
  tiles_10: table(art, 10),
  tiles_35: table(art, 35),
  tiles_70: table(art, 70),
  hunters: table(() => read("docs/art/hunters-game.json"), 52),
  winter: table(() => read("docs/art/winter-game.json"), 56),
  laying: table(art, 16, lay),
  laying_bot: table(duel, 20, lay, { seats: [{ name: "You" }, { name: "Bot", bot: "regular" }] }),
  laying_more: table(six_more, 40, lay),
  farmer: table(art, 16, async (page) => {
    await page.evaluate(() => {
      const all = JSON.parse(localStorage.getItem("bastide.settings"));
      localStorage.setItem("bastide.settings", JSON.stringify({ ...all, ask_farmer: true }));
    });
    await page.reload();
    await page.locator(".cell").first().waitFor({ state: "attached" });
    for (const cell of await page.locator(".cell").all()) {
      await press_at_once(cell);
      await page.waitForTimeout(300);
      const farmer = page.locator(".choice", { hasText: "Farmer" }).first();
      if ((await farmer.count()) === 0) continue;
      await press_at_once(farmer);
      break;
    }
    await page.waitForTimeout(300);
    await press_at_once(page.locator(".confirm"));
  }),
  hint: table(
    art,
    28,
    async (page) => {
      await page.keyboard.press("i");
      await page.getByRole("button", { name: "Do that" }).waitFor();
    },
    { hints: true },
  ),
  six: table(six, 30),
  six_more: table(six_more, 40),
  breakdown: table(six_more, 60, (page) => press_at_once(page.locator(".players .card").first())),
  inspector: table(art, 40, async (page) => {
    await page.locator(".hits > g").nth(12).click({ force: true });
    await page.waitForTimeout(300);
  }),
  keys: table(art, 20, (page) => page.keyboard.press("?")),
  owners: table(art, 50, (page) => page.keyboard.press("f")),
  ...Object.fromEntries(
    [
      ["log", "Events"],
      ["areas", "Lists"],
      ["remaining", "Tiles"],
    ].map(([name, tab]) => [name, { ...table(art, 40), again: (page) => open_tab(page, tab) }]),
  ),
  ways_out: table(duel, 20, (page) => press(page, "Resign"), {
    seats: [{ name: "You" }, { name: "Bot", bot: "regular" }],
  }),
  walk: table(art, -1, async (page) => {
    for (let n = 0; n < 4; ++n) await page.getByRole("button", { name: "Next" }).click();
  }),
  end_two: table(duel, -1, skip, { seats: [{ name: "You" }, { name: "Bot", bot: "regular" }] }),
  end_four: table(art, -1, skip),
  end_six: table(six_more, -1, skip),
  replay: {
    reach: async ([page]) => {
      await replay(page, await art(), 30);
      await page.locator(".hits > g").nth(20).waitFor({ state: "attached" });
    },
  },
  replay_end: {
    reach: async ([page]) => {
      const whole = await art();
      await replay(page, whole, whole.turns.length);
      await page.locator(".ending").waitFor();
    },
  },
  analysis: {
    reach: async ([page]) => {
      await replay(page, await duel(), 30);
      await open_tab(page, "Analysis");
      await press(page, "Analyse this game");
      await page.locator(".jump").first().waitFor({ timeout: 240_000 });
      await press_at_once(page.locator(".jump").first());
    },
    again: (page) => open_tab(page, "Analysis"),
  },

  waiting: {
    reach: async ([page]) => {
      await post(page, "session", { name: "Ada" });
      const seats = [{ kind: "person" }, { kind: "person" }, { kind: "person" }];
      const { table } = await post(page, "tables", { rules: { edition: box, seats, clock } });
      await page.goto(`${home}#/table/${table.game}`);
      await press(page, "QR code");
    },
    parts: 2,
  },
  invited: {
    reach: async ([page, bo]) => {
      await post(bo, "session", { name: "Bo" });
      const seats = [{ kind: "person" }, { kind: "person" }];
      const { table } = await post(bo, "tables", { rules: { edition: box, seats, clock } });
      await page.goto(`${home}#/table/${table.game}`);
      await page.getByRole("button", { name: "Sit down" }).waitFor();
    },
  },
  online: { reach: ([ada, bo]) => four_online([ada, bo]) },
  away: {
    reach: async ([ada, bo]) => {
      await four_online([ada, bo]);
      await bo.close();
      await ada.locator(".sub.away").waitFor({ state: "attached" });
    },
  },
  chat: {
    reach: async ([ada, bo]) => {
      const page = await four_online([ada, bo]);
      await say(ada, ...lines);
      await say(bo, ...lines);
      return page;
    },
    again: (page) => open_tab(page, "Chat"),
  },
  chat_laying: {
    reach: async ([ada, bo]) => {
      const page = await four_online([ada, bo]);
      await say(page, ...lines);
      return page;
    },
    again: async (page) => {
      if ((await page.locator(".cell.ghost").count()) === 0) await lay(page);
      await open_tab(page, "Chat");
    },
  },
  takeback: { reach: async (people) => (await ask(people, /Ask to take/)).asked },
  pause: { reach: async (people) => (await ask(people, "Ask for a pause")).asked },
  paused: {
    reach: async (people) => {
      const { mover, asked } = await ask(people, "Ask for a pause");
      await press(asked, "Allow");
      await mover.getByRole("button", { name: "Go on" }).waitFor();
      return mover;
    },
  },
  resign: {
    reach: async ([ada, bo]) => {
      const mover = await four_online([ada, bo]);
      await press(mover, "Resign");
      return mover;
    },
  },
  spectator: {
    reach: async ([ada, bo, guest]) => {
      await meet([ada, bo], { clock, seats: two_bots }, [guest]);
      await play([ada, bo], 6);
      return guest;
    },
  },
  on_its_way: {
    reach: async ([ada, bo]) => {
      const mover = await four_online([ada, bo]);
      await lay(mover);
      await mover.context().setOffline(true);
      await press_at_once(mover.locator(".confirm"));
      await mover.locator("image.sent").first().waitFor({ state: "attached" });
      return mover;
    },
  },
  rated_end: { reach: async (people) => void (await rated(people)) },
};

const [folder, ...wanted] = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in states));
if (!folder || unknown.length > 0) {
  console.error(`usage: take_sheets.mjs FOLDER [STATE...]\nstates: ${Object.keys(states).join(" ")}`);
  process.exit(1);
}
await mkdir(folder, { recursive: true });
const stop = await serve(...generous, "--imprint", "Ada Example, Some Street 1");
const browser = await launch();

/** Somebody with a browser of their own, on which nothing moves and nobody is taught. */
async function somebody() {
  const context = await browser.newContext({ viewport: screens[0], reducedMotion: "reduce" });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await set(page, { coached });
  return page;
}
/** The pictures of one screen: a page's screenfuls one after the other. */
async function look(page, { width, height, x, y }, parts) {
  const taken = [];
  for (let part = 0; part < parts; ++part) {
    const more = await page.evaluate((top) => {
      scrollTo(0, top);
      return top === 0 || scrollY > top - innerHeight;
    }, part * height);
    if (!more) break;
    await page.waitForTimeout(part === 0 ? 350 : 100);
    const picture = await page.screenshot();
    taken.push({ width, x, y, part, url: `data:image/png;base64,${picture.toString("base64")}` });
  }
  await page.evaluate(() => scrollTo(0, 0));
  return taken;
}
/** Side by side, all to one scale. */
async function put_together(file, pictures) {
  const page = await browser.newPage({ viewport: sheet, deviceScaleFactor: scale });
  const images = pictures.map(
    ({ width, x, y, url }) => `<img width=${width} style="left:${x}px;top:${y}px" src="${url}">`,
  );
  await page.setContent(`<style>img { position: absolute }</style><body style="background:#777">${images.join("")}`);
  await writeFile(file, await page.screenshot());
  await page.close();
}

try {
  for (const [name, { reach, again = async () => {}, parts = 1 }] of Object.entries(states)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const people = await Promise.all([somebody(), somebody(), somebody()]);
    try {
      const page = (await reach(people)) ?? people[0];
      const session = await page.context().newCDPSession(page);
      const taken = { light: [], dark: [] };
      for (const screen of screens) {
        await session.send("Emulation.setTouchEmulationEnabled", { enabled: screen.touch ?? false });
        await page.setViewportSize(screen);
        await page.waitForTimeout(400);
        await again(page);
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          taken[colorScheme].push(...(await look(page, screen, parts)));
        }
      }
      for (const [theme, pictures] of Object.entries(taken)) {
        for (let part = 0; part < parts; ++part) {
          const shown = pictures.filter((one) => one.part === part);
          const number = part === 0 ? "" : `.${part + 1}`;
          if (shown.length > 0) await put_together(`${folder}/${name}.${theme}${number}.png`, shown);
        }
      }
      console.log(name);
    } catch (error) {
      console.log(`${name}: ${error.message}`);
      process.exitCode = 1;
    }
    for (const page of people) await page.context().close();
  }
} finally {
  await browser.close();
  await stop();
}
