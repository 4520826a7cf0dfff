import { concurrency } from "./effects.ts"

/** A program that runs jobs. */
export interface Contender {
  readonly name: string
  /** The file in `runners`. */
  readonly file: string
  readonly args: readonly string[]
  /** Why Trivet has no goal against it; left out if it has the same guarantee and does the same. */
  readonly differs?: string
}

/** What `bench:jobs` compares. */
export const contenders: readonly Contender[] = [
  { name: "trivet", file: "trivet", args: [] },
  { name: "pg-boss", file: "bare", args: ["1", String(concurrency)] },
  {
    name: "pg-boss by hand",
    file: "by-hand",
    args: [],
    differs: "its loop has no retries, timeouts and heartbeats",
  },
  {
    name: "pg-boss, batches of 10",
    file: "bare",
    args: ["10", "4"],
    differs: "ten jobs share a transaction, so one that fails takes nine with it",
  },
]
