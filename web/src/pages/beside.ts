// Pages without a board that are seldom alone: one script for all of them is smaller than one for each.

export { default as about } from "./About.svelte";
export { default as account } from "./Account.svelte";
export { default as fairness } from "./Fairness.svelte";
export { default as online } from "./Online.svelte";
export { default as player } from "./Player.svelte";
export { default as ratings } from "./Ratings.svelte";
