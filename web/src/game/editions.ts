// The boxes: the engine's facts with a picture each.

import { engine } from "../engine/client";
import type { CatalogView, Edition, Family, Options } from "../engine/types";
import { boxes, type Box } from "./generated/shelf";

let catalog: Promise<CatalogView> | undefined;
export function editions(): Promise<CatalogView> {
  catalog ??= engine().catalog();
  return catalog;
}
export async function edition_of(id: string): Promise<Edition | undefined> {
  return (await editions()).editions.find((edition) => edition.id === id);
}
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
