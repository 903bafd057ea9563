import { defineConfig } from "@playwright/test";

// Debian's Chromium on the built client. The tables of a server are tested where there is one.
const port = 4173;
export default defineConfig({
  testDir: "../tests/e2e",
  outputDir: "test-results",
  timeout: 90_000,
  workers: 2,
  fullyParallel: true,
  reporter: [["list"]],
  use: {
    baseURL: `http://localhost:${port}/`,
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox", "--disable-gpu", "--disable-background-networking",
        "--disable-component-update", "--no-first-run",
      ],
    },
    trace: "off",
  },
  webServer: {
    command: `npx vite preview --port ${port} --strictPort`,
    port,
    reuseExistingServer: false,
  },
});
