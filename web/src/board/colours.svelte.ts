// Which look each seat has on this screen: that of its place, unless whoever looks has chosen another.

import { look_at, looks_by_seat, shared_look, type SeatLook } from "./seats";

let order = $state.raw(looks_by_seat(null, null));

/** From now on the seat of whoever looks has the look they want. */
export function wear(own: number | null, wanted: number | null): void {
  order = looks_by_seat(own, wanted);
}
/** The number of a seat's look, which the engine's drawings count by, too. */
export function colour_of(player: number): number {
  return order[player % order.length]!;
}
export function seat_look(player: number): SeatLook {
  return look_at(colour_of(player));
}
/** Of the only owner, or of several. */
export function owners_look(owners: number[]): SeatLook {
  return owners.length === 1 ? seat_look(owners[0]!) : shared_look;
}
