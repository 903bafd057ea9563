import { check_end, click, play_to_end, start_hot_seat, test, type Setup } from "./table";

const games: Setup[] = [
  { edition: "classic-1", options: [{ label: "The River", value: "true" }] },
  { edition: "classic-2" },
  { edition: "winter", options: [{ label: "The Gingerbread Man" }] },
  { edition: "new", options: [{ label: "The River", value: "2021" }, { label: "The Abbot" }] },
  { edition: "hunters" },
];
for (const setup of games) {
  test(`a whole game of ${setup.edition} at one screen`, async ({ page }) => {
    await start_hot_seat(page, setup);
    await play_to_end(page, click);
    await check_end(page);
  });
}
