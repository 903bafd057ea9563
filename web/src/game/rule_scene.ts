// What a picture of the rules shows, asked from the engine: the position and what is told of it.

import { tiles_by_cell, type BoardView } from "../board/draft";
import { bounds_of, outlines, spot_of, type Bounds } from "../board/geometry";
import { engine } from "../engine/client";
import type { Area, BoardTile, Options, PositionView, ScoreEvent, SegmentKind, TokenKind } from "../engine/types";
import { record_of_picture, type RulePicture } from "./rule_pictures";
import { GameView } from "./view.svelte";

type Standing = PositionView["tokens"][number];
export interface Scene {
  view: BoardView;
  bounds: Bounds;
  /** The tile in hand, everywhere it may lie. */
  ghosts: BoardTile[];
  /** The tile that the picture is about. */
  last: BoardTile | null;
  /** Where figures may go. */
  spots: { token: TokenKind; kind: SegmentKind; player: number; at: [number, number] }[];
  /** The areas that are scored, piece by piece. */
  scored: { key: string; d: string; at: string }[];
  told: ScoreEvent[];
}

/** Figures as they stand while an area is scored, before they go home. */
async function standing(view: GameView): Promise<Standing[]> {
  const turn = view.log.at(-1)!;
  const { position } = await engine().seek(view.game, view.log.length - 1);
  const { deploy, x, y } = turn.move;
  if (!deploy || !turn.kind) return position.tokens;
  const { segment, token } = deploy;
  return [...position.tokens, { x, y, segment, token, kind: turn.kind, player: turn.player }];
}
function areas_of(events: ScoreEvent[], areas: Area[]): Area[] {
  const found = events.map((event) => {
    if (!("x" in event)) return undefined;
    const { x, y, segment } = event;
    const there = areas.filter((area) => area.segments.some(([ax, ay, s]) => ax === x && ay === y && s === segment));
    return there.find(({ kind }) => "area" in event && kind === event.area) ?? there[0];
  });
  return [...new Set(found.filter((area) => area !== undefined))];
}

async function look(picture: RulePicture, view: GameView): Promise<Scene> {
  const { shows } = picture;
  const events = { scored: view.log.at(-1)?.events ?? [], final: [], laid: [] };
  let told: ScoreEvent[] = typeof shows === "string" ? events[shows] : [];
  let board = view.position.board;
  let tokens = view.position.tokens;
  let ghosts: BoardTile[] = [];
  let spots: Scene["spots"] = [];
  const played = picture.turns.at(-1) ?? null;
  let last: BoardTile | null = played;
  if (shows === "scored") tokens = await standing(view);
  if (shows === "final") told = (await engine().final(view.game)).events;
  if (typeof shows === "object") {
    const tile = "squares" in shows ? shows.squares : shows.figures;
    await view.show(await engine().draw(view.game, tile));
    last = null;
    if ("squares" in shows) {
      ghosts = view.placements.map(({ x, y, rots }) => ({ x, y, rot: rots[0]!, tile }));
    } else {
      const { at } = shows;
      const facts = view.tiles.get(tile)!;
      const { player } = view.position;
      const seen = new Set<number>();
      spots = (await engine().draft(view.game, at)).tokens
        .filter(({ segment }) => !seen.has(segment) && seen.add(segment))
        .map(({ token, segment }) => ({
          token,
          kind: facts.segments[segment]!.kind,
          player,
          at: spot_of(facts, at, segment),
        }));
      last = { x: at.x, y: at.y, rot: at.rot, tile };
      board = [...board, last];
    }
  }
  const position: PositionView = { ...view.position, board, tokens, open: [] };
  const { tiles, areas } = view;
  const scored = areas_of(told, areas).flatMap((area) => outlines(view, tiles_by_cell(board), area));
  return {
    view: {
      position,
      areas,
      tiles,
      last: undefined,
      picture: (tile, rot, scale) => view.picture(tile, rot, scale),
      board_scale: (k) => view.board_scale(k),
      figure_size: (k) => view.figure_size(k),
    },
    bounds: bounds_of({ ...position, board: [...board, ...ghosts] }),
    ghosts,
    last,
    spots,
    scored,
    told,
  };
}

/** Null where the box has not what the picture shows: no garden in the older ones. */
export async function scene_of(picture: RulePicture, edition: string, held: Options): Promise<Scene | null> {
  const view = await GameView.open(record_of_picture(picture, edition, held)).catch(() => null);
  if (!view) return null;
  try {
    return await look(picture, view);
  } finally {
    view.close();
  }
}
