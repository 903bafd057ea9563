import { expect, test } from "vitest";
import { motions_ms, read_ms } from "../src/board/motions";

test("every motion at the table takes 150 to 400 ms, and what is read in between no longer", () => {
  for (const [name, ms] of Object.entries({ ...motions_ms, read_ms })) {
    expect(ms, name).toBeGreaterThanOrEqual(150);
    expect(ms, name).toBeLessThanOrEqual(400);
  }
});
