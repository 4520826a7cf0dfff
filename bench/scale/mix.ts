import type { Part } from "./cost.ts"

/** The share of each kind of call in the traffic that the plan is made for. They add up to 1. */
export const mix: Readonly<Record<string, number>> = {
  list: 0.8,
  post: 0.15,
  me: 0.04,
  create: 0.009,
  "login-10": 0.001,
}

/** How much of its CPU a part may use in the plan: the rest is for bursts, and for the loss of a machine. */
export const utilization = 0.6

/** How many calls a second the plan is made for. */
export const loads: readonly number[] = [1_000, 10_000, 100_000, 1_000_000]

/** The cores of one machine of the plan. */
export const coresOfMachine = 16

/** Assumed prices of a core for an hour, in dollars: one that is rented, and one of a managed server. Put yours here. */
export const pricePerCoreHour: Readonly<Record<Part, number>> = {
  process: 0.04,
  PostgreSQL: 0.12,
  Redis: 0.12,
}
