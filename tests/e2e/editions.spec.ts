// A full game of every edition by two people: online where there is a server, else at one screen.

import {
  check_end,
  click,
  expect,
  has_server,
  over,
  play_online,
  play_to_end,
  start_hot_seat,
  start_online,
  sweep,
  test,
  type Setup,
} from "./table";

// Small windows: these games are about the rules and the protocol.
test.use({ viewport: { width: 760, height: 560 } });

const games: Setup[] = [
  { edition: "classic-1", options: [{ label: "The River", value: "true" }] },
  { edition: "classic-2" },
  { edition: "winter", options: [{ label: "The Gingerbread Man" }] },
  { edition: "new", options: [{ label: "The River", value: "2021" }, { label: "The Abbot" }] },
  { edition: "hunters" },
];
for (const setup of games) {
  test(`a whole game of ${setup.edition} by two people`, { tag: sweep }, async ({ page, another }) => {
    if (!has_server) {
      await start_hot_seat(page, setup);
      await play_to_end(page, click);
      await check_end(page);
      return;
    }
    const bo = await another();
    await start_online(page, bo, setup);
    await play_online([page, bo]);
    for (const one of [page, bo]) await over(one).getByRole("button", { name: "Skip" }).click();
    expect(await over(page).locator("tfoot td").allTextContents()).toEqual(
      await over(bo).locator("tfoot td").allTextContents(),
    );
  });
}
