// Debian's Chromium for what is measured and drawn here; CHROMIUM names another one.
import { chromium } from "@playwright/test";

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
