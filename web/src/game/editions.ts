// The five boxes: the engine's facts with a picture each.

import { engine } from "../engine/client";
import type { CatalogView, Edition } from "../engine/types";
import { GameView } from "./view.svelte";

let catalog: Promise<CatalogView> | undefined;
export function editions(): Promise<CatalogView> {
  catalog ??= engine().catalog();
  return catalog;
}
export async function edition_of(id: string): Promise<Edition | undefined> {
  return (await editions()).editions.find((edition) => edition.id === id);
}
/** In the order of the shelf. */
export const shelf = ["new", "classic-2", "winter", "hunters", "classic-1"];

const covers = new Map<string, Promise<GameView>>();
/** A small board of the edition, for its box. */
export function cover(edition: string): Promise<GameView> {
  let found = covers.get(edition);
  if (!found) {
    found = import("./covers.json").then(({ default: records }) =>
      GameView.open(JSON.stringify((records as Record<string, unknown>)[edition])));
    covers.set(edition, found);
  }
  return found;
}
