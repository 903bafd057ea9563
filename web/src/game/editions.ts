// The boxes: the engine's facts with a picture each.

import { engine } from "../engine/client";
import type { CatalogView, Edition } from "../engine/types";

export * from "./shelf";

let catalog: Promise<CatalogView> | undefined;
export function editions(): Promise<CatalogView> {
  catalog ??= engine().catalog();
  return catalog;
}
export async function edition_of(id: string): Promise<Edition | undefined> {
  return (await editions()).editions.find((edition) => edition.id === id);
}
