import type { Calls } from "../http/cases.ts"

/** What is asked of every server, and what Trivet is to reach. */
export interface DataCase extends Calls {
  readonly name: "row" | "transaction"
  readonly title: string
  /** The least share of bare's speed. */
  readonly least: number
}

/** The cases, by the names that `--cases` takes. */
export const cases: readonly DataCase[] = [
  {
    name: "row",
    title: "GET of one row by its primary key",
    path: "/users/",
    script: "many-ids.lua",
    least: 0.93,
  },
  {
    name: "transaction",
    title: "GET of one row by its primary key, in a transaction",
    path: "/transactions/",
    script: "many-ids.lua",
    least: 0.9,
  },
]

/** The servers, by the names that `--servers` takes. `trivet-built` builds its query anew for every call. */
export const dataServers = ["bare", "trivet", "trivet-built", "fastify"] as const
