// Moves and points in words.

import { EngineError } from "../engine/engine";
import type {
  Area,
  AreaEvent,
  Family,
  Goods,
  Move,
  MoveReason,
  OpenedGame,
  PlayerView,
  Refusal,
  ScoreEvent,
  SegmentKind,
  TileView,
  TokenKind,
  TokenRow,
  TurnView,
} from "../engine/types";
import { locale, named, t } from "../i18n/i18n.svelte";
import { DamagedRecord } from "./share";

/** Why a record cannot be shown. */
export function tell_record_error(error: unknown): string {
  if (error instanceof DamagedRecord) return t.record_damaged();
  if (error instanceof EngineError) return tell_refused_record(error.refusal);
  console.warn(error);
  return t.went_wrong();
}

function tell_refused_record({ error, turn }: Refusal): string {
  if (turn === undefined) return t.record_unreadable();
  return t.record_refused({ turn, reason: named("violation_", error) });
}

export function figure_of(token: TokenKind, kind: SegmentKind): string {
  if (token !== "follower") return named("figure_", token);
  const figures: Partial<Record<SegmentKind, string>> = {
    road: t.figure_robber(),
    city: t.figure_knight(),
    monastery: t.figure_monk(),
    field: t.figure_farmer(),
    forest: t.figure_gatherer(),
    river: t.figure_fisher(),
    meadow: t.figure_hunter(),
  };
  return figures[kind] ?? t.figure_follower();
}

/** "wine 2, cloth 1"; all three kinds, or only those there are. */
export function tell_goods(goods: Goods, all = false): string {
  return (["wine", "grain", "cloth"] as const)
    .filter((kind) => all || (goods[kind] ?? 0) > 0)
    .map((kind) => `${named("goods_", kind)} ${goods[kind] ?? 0}`)
    .join(", ");
}

/** How many figures of a kind a player has left. */
export function tell_left(left: TokenRow["left"], count: number, family: Family): string {
  return left === "followers" ? t.supply({ count, family }) : t[`supply_${left}`]({ count });
}
/** All that a player has left and holds, in lines. */
export function tell_supply({ tokens, family }: OpenedGame, player: PlayerView): string[] {
  const figures = tokens.map(({ left }) => tell_left(left, player[left] ?? 0, family)).join(", ");
  return player.goods ? [figures, t.goods_on_hand({ goods: tell_goods(player.goods, true) })] : [figures];
}

/** How the points came about: "city, 6 tiles + 2 shields = 16". */
function sum_of(event: AreaEvent): string {
  const { tiles, shields, points } = event;
  switch (event.area) {
    case "road":
      return t.sum_road({ tiles, points });
    case "city":
      return shields > 0 ? t.sum_city_shields({ tiles, shields, points }) : t.sum_city({ tiles, points });
    case "monastery":
      return t.sum_monastery({ tiles, points });
    case "garden":
      return t.sum_garden({ tiles, points });
    case "field":
      return t.sum_field({ tiles, points });
    case "gingerbread":
      return t.sum_gingerbread({ tiles, knights: shields, points });
    case "forest":
      return shields > 0 ? t.sum_forest_mushrooms({ tiles, shields, points }) : t.sum_forest({ tiles, points });
    case "river":
      return shields > 0 ? t.sum_river_fish({ tiles, shields, points }) : t.sum_river({ tiles, points });
    case "hut":
      return t.sum_hut({ tiles, points });
    case "meadow":
      return t.sum_meadow({ tiles, points });
  }
}

export function tell_event(event: ScoreEvent, players: string[]): string {
  const name = players[event.player] ?? "";
  if (event.kind === "goods") return t.told_event({ name, sum: t.told_goods({ goods: tell_goods(event.goods) }) });
  if (event.area === "goods") {
    const { own, points } = event;
    return t.told_event({ name, sum: t.sum_goods({ goods: named("goods_", event.goods), own, points }) });
  }
  let text = t.told_event({ name, sum: sum_of(event) });
  if (event.inn) text += " " + t.told_inn();
  if (event.cathedral) text += " " + t.told_cathedral();
  if (event.pig) text += " " + t.told_pig();
  if (event.reason === "recall") text += " " + t.told_recall();
  if (event.area !== "gingerbread" && event.rival > 0) {
    text +=
      " " +
      (event.own === event.rival
        ? t.told_tie({ own: event.own, rival: event.rival })
        : t.told_majority({ own: event.own, rival: event.rival }));
  }
  return text;
}

export function tell_move(turn: TurnView, players: string[]): string {
  const name = players[turn.player] ?? "";
  let text = turn.bonus ? t.told_bonus({ name }) : t.told_place({ name });
  if (turn.move.deploy && turn.kind) {
    text += " " + t.told_deploy({ figure: figure_of(turn.move.deploy.token, turn.kind) });
  }
  if (turn.move.recall) text += " " + t.told_abbot_back();
  if (turn.move.gingerbread) text += " " + t.told_man();
  if (turn.skipped.length > 0) text += " " + t.told_skipped({ count: turn.skipped.length });
  if (turn.again) text += " " + t.told_again();
  return text;
}

/** The animals of a meadow, and what becomes of the deer where there are tigers. */
export function tell_animals({ deer = 0, big = 0, tigers = 0, fire }: Area): string[] {
  const lines = [t.area_animals({ deer, big, tigers })];
  if (fire) lines.push(t.area_fire());
  else if (tigers > 0) lines.push(t.area_tigers({ count: Math.min(deer, tigers) }));
  return lines;
}

/** An area in a few short lines, for the inspector and the list. */
export function tell_area(area: Area, players: string[]): string[] {
  const lines: string[] = [];
  if (area.kind === "monastery" || area.kind === "garden") {
    lines.push(t.area_around({ filled: area.size - 1 }));
  } else if (area.kind === "field") {
    lines.push(t.area_cities({ cities: area.extras }));
  } else if (area.kind === "meadow") {
    lines.push(...tell_animals(area));
    if (area.shrine) lines.push(t.area_shrine());
  } else if (area.kind === "hut") {
    lines.push(t.area_fish({ fish: area.extras }));
  } else if (area.kind === "forest" || area.kind === "river") {
    lines.push(t.area_segments({ kind: area.kind, size: area.size }));
    if (area.extras > 0) {
      lines.push(
        area.kind === "forest" ? t.area_mushrooms({ count: area.extras }) : t.area_fish({ fish: area.extras }),
      );
    }
    if (area.gold) lines.push(t.area_gold());
  } else {
    lines.push(t.area_tiles({ size: area.size }));
    if (area.extras > 0) lines.push(t.area_shields({ count: area.extras }));
    if (area.inn) lines.push(t.area_inn());
    if (area.cathedral) lines.push(t.area_cathedral());
    if (area.goods) lines.push(tell_goods(area.goods));
  }
  const held = area.tokens
    .map((count, player) => ({ count, name: players[player] ?? "" }))
    .filter(({ count }) => count > 0);
  lines.push(
    held.length === 0
      ? t.area_nobody()
      : t.area_held({ kind: area.kind, list: held.map(({ name, count }) => `${name} ${count}`).join(", ") }),
  );
  if (held.length > 1) {
    lines.push(t.area_owner({ list: area.owners.map((player) => players[player] ?? "").join(", ") }));
  }
  const names = (list: number[]): string => list.map((player) => players[player] ?? "").join(", ");
  if (area.builders) lines.push(t.area_builders({ list: names(area.builders) }));
  if (area.pigs) lines.push(t.area_pigs({ list: names(area.pigs) }));
  return lines;
}
export function tell_worth(area: Area): string {
  const lasting = area.kind === "field" || area.kind === "meadow" || area.kind === "hut";
  if (lasting) return t.area_worth_end({ points: area.now });
  if (area.complete) return t.area_complete({ kind: area.kind });
  return t.area_worth({ kind: area.kind, now: area.now, finished: area.finished });
}
export function tell_ends(area: Area): string | null {
  const closes = ["road", "city", "forest", "river"].includes(area.kind);
  return closes && !area.complete ? t.area_open({ ends: area.ends.length }) : null;
}

export function decimal(value: number, digits: number): string {
  return new Intl.NumberFormat(locale() === "xx" ? "en" : locale(), { maximumFractionDigits: digits }).format(value);
}
export function percent(share: number): string {
  return decimal(100 * share, 0);
}

/** The figure a move places, or that it places none. */
export function tell_figure(move: Move, tile: TileView | undefined): string {
  const kind = move.deploy && tile?.segments[move.deploy.segment]?.kind;
  if (move.deploy && kind) return figure_of(move.deploy.token, kind);
  return move.recall ? t.analysis_recall() : t.analysis_no_figure();
}

const half_a_point = 0.5; // less is told only where there is nothing else
const most_reasons = 3; // a few more where expansions have their own
/** Whether an area is expected to bring nothing more because it is scored now: that was told. */
function is_paid(reason: MoveReason, reasons: MoveReason[]): boolean {
  return (
    reason.code === "loses" &&
    reason.chance === 0 &&
    reasons.some((other) => other.code === "scores" && other.player === reason.player && other.kind === reason.kind)
  );
}
type AreaReason = Extract<MoveReason, { kind: unknown }>;
/** What an area is called, with the inn or cathedral it has. */
function area_name({ kind, inn, cathedral }: AreaReason): string {
  const name = named("area_", kind);
  if (inn) return `${name} ${t.told_inn()}`;
  return cathedral ? `${name} ${t.told_cathedral()}` : name;
}
function tell_area_reason(reason: AreaReason, name: string, points: string): string {
  const area = area_name(reason),
    { kind } = reason;
  if (reason.code === "scores") return t.why_scores({ area, name, points });
  const text = reason.code === "gains" ? t.why_gains({ area, name, points }) : t.why_loses({ area, name, points });
  const before = percent(reason.chance_before),
    after = percent(reason.chance);
  const notes: string[] = [];
  if (before !== after) notes.push(t.why_chance({ before, after }));
  if ((reason.inn || reason.cathedral) && reason.chance > 0) notes.push(t.why_risk({ kind }));
  return notes.length === 0 ? text : `${text} (${notes.join("; ")})`;
}
/** A name in the middle of a sentence: whoever is called "You" is "you" there. */
function within(name: string): string {
  return name === t.you() ? t.you_within() : name;
}
function tell_reason(reason: MoveReason, players: string[]): string {
  const name = within(players[reason.player] ?? ""),
    points = decimal(Math.abs(reason.points), 1);
  switch (reason.code) {
    case "reserve":
      return reason.points > 0 ? t.why_reserve_more({ name, points }) : t.why_reserve_less({ name, points });
    case "goods":
      return t.why_goods({ goods: tell_goods(reason.goods), name });
    case "again":
      return t.why_again({ name });
    default:
      return tell_area_reason(reason, name, points);
  }
}
/** What a figure of an expansion is placed for. */
function tell_purpose(move: Move, tile: TileView | undefined): string[] {
  const kind = (move.deploy && tile?.segments[move.deploy.segment]?.kind) ?? "city";
  switch (move.deploy?.token) {
    case "big":
      return kind === "monastery" ? [] : [t.why_big()];
    case "builder":
      return [t.why_builder({ kind })];
    case "pig":
      return [t.why_pig()];
    default:
      return [];
  }
}
/** A move and what speaks for and against it. */
export type Explained = Move & { why?: MoveReason[] };
/** How much a reason speaks for a move of this player. */
const favour = (reason: MoveReason, mover: number) => (reason.player === mover ? reason.points : -reason.points);
/**
 * Of the areas and the reserve what is worth telling about a move of this player, what favours it first: something
 * small that does before something large that does not.
 */
export function main_reasons({ why = [] }: Explained, mover: number): MoveReason[] {
  const favours = (reason: MoveReason) => favour(reason, mover) > 0;
  const areas = why.filter((reason) => "kind" in reason && !is_paid(reason, why));
  const reserve = why.filter(({ code }) => code === "reserve");
  const large = areas.filter(({ points }) => Math.abs(points) >= half_a_point);
  const good = large.some(favours) ? large.filter(favours) : areas.filter(favours).slice(0, 1);
  const bad = large.filter((reason) => !favours(reason));
  if (good.length > 0) return [...good, ...bad, ...reserve.slice(0, 1)];
  const lead = reserve.find(favours);
  return lead ? [lead, ...bad] : [...(bad.length > 0 ? bad : areas.slice(0, 1)), ...reserve.slice(0, 1)];
}
/**
 * The most important reasons for a move of this player: what favours it, what it brings besides points and what its
 * figure is for, what does not favour it. Of a best move that nothing favours, just that is said first.
 */
export function tell_why(move: Explained, tile: TileView | undefined, players: string[], mover: number): string[] {
  const gifts = (move.why ?? []).filter(({ code }) => code === "goods" || code === "again");
  const besides = [...gifts.map((gift) => tell_reason(gift, players)), ...tell_purpose(move, tile)];
  const shown = main_reasons(move, mover).slice(0, Math.max(2, most_reasons - besides.length));
  const split = shown.filter((reason) => favour(reason, mover) > 0).length;
  const told = shown.map((reason) => tell_reason(reason, players));
  if (besides.length === 0 && split === 0 && told.length > 0) return [t.why_least(), ...told.slice(0, 2)];
  return [...told.slice(0, split), ...besides, ...told.slice(split)];
}
