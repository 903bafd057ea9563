import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// Debian's Chromium without its window (CHROMIUM names another one) on the built client, served by
// `bastide serve` where that is built (BASTIDE names another program), else by a static server; then what
// needs a server is left out.
// BASTIDE_E2E_PORT is for a second run beside another one.
const port = Number(process.env["BASTIDE_E2E_PORT"] ?? 4173);
const bastide = process.env["BASTIDE"] ?? "../build/release/bastide";
const serves = spawnSync(bastide, ["serve", "--help"]).status === 0;
process.env["BASTIDE_SERVES"] = serves ? "yes" : "no";
const database = `test-results/e2e-${port}.db`;
if (process.env["TEST_WORKER_INDEX"] === undefined) {
  for (const end of ["", "-wal", "-shm", ".lock"]) rmSync(database + end, { force: true });
}
const generous = [
  "--requests-per-second",
  "100000",
  "--request-burst",
  "100000",
  "--logins-per-minute",
  "100000",
  "--login-burst",
  "1000",
  "--guests-per-hour",
  "100000",
  "--guest-burst",
  "100000",
  "--tables-per-hour",
  "100000",
  "--table-burst",
  "1000",
];
const imprint = "--imprint 'Ada Example, Some Street 1'";

export default defineConfig({
  testDir: "../tests/e2e",
  outputDir: "test-results/artifacts",
  // For machines that are busy otherwise; nothing here is about speed.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // Once more, and `./dev test` names whatever needed it.
  retries: 1,
  fullyParallel: true,
  reporter: [["list"]],
  use: {
    baseURL: `http://localhost:${port}/`,
    browserName: "chromium",
    viewport: { width: 1100, height: 760 },
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        // Every page compiles the engine anew: quickly, because it does not live long.
        "--js-flags=--liftoff-only",
      ],
    },
  },
  webServer: {
    command: serves
      ? `mkdir -p test-results && ${bastide} serve --port ${port} --address 127.0.0.1 --web-root dist --database sqlite:${database} ${generous.join(" ")} ${imprint}`
      : `npx vite preview --port ${port} --strictPort`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
  },
});
