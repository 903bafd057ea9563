// The boxes: the engine's facts with a picture each.

import { engine } from "../engine/client";
import type { CatalogView, Edition } from "../engine/types";
import { boxes } from "./generated/shelf";

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

/** The picture on the box; tools/make_covers.mjs draws it. */
export function cover(edition: string): string {
  return `/covers/${boxes.find((box) => box.id === edition)?.cover ?? ""}`;
}
