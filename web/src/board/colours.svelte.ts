// Which look each seat has on this screen: that of its place, unless another was chosen for it.

import { look_at, looks_by_seat, shared_look, type SeatLook } from "./seats";

let order = $state.raw(looks_by_seat([]));

/** From now on seats have the looks wanted for them; null: whichever is free. */
export function wear(wanted: (number | null)[]): void {
  order = looks_by_seat(wanted);
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
