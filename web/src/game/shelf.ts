// The boxes as the shelf shows them, before the engine has arrived.

import type { Family, Options } from "../engine/types";
import { boxes, type Box } from "./generated/shelf";

/** In the order of the shelf. */
export const shelf = boxes.map((box) => box.id);

function box_of(edition: string): Box | undefined {
  return boxes.find((box) => box.id === edition);
}
/** The picture on the box; tools/make_covers.mjs draws it. */
export function cover(edition: string): string {
  return `/covers/${box_of(edition)?.cover ?? ""}`;
}
/** Of the box's edge, where it has one of its own. */
export function colour(edition: string): string | undefined {
  return box_of(edition)?.colour;
}
/** The first of its family that has all this in the box; where none has, the first of the family. */
export function edition_with({ family, options }: { family: Family; options: Options }): string {
  const kin = boxes.filter((box) => box.family === family);
  return (kin.find(({ offers }) => Object.keys(options).every((key) => offers.includes(key))) ?? kin[0]!).id;
}
