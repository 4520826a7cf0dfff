/** Calls that wrk makes. */
export interface Calls {
  readonly path: string
  /** The script in `wrk/` that makes them. */
  readonly script: string
  /** The share of them that finds no route: none unless given. */
  readonly misses?: number
  /** Variables that the script reads. */
  readonly environment?: Readonly<Record<string, string>>
}

/** What is asked of every server. */
export interface Case extends Calls {
  readonly name: "a" | "b" | "c" | "d" | "misses" | "cookies" | "headers" | "routes"
  readonly title: string
  /** The folder of the servers that answer it. */
  readonly folder: string
  /** How many collections of five routes these servers have. Default: 200. */
  readonly collections?: number
}

const folder = "servers"

/** The cases that are measured unless `--cases` names others. */
export const cases: readonly Case[] = [
  { name: "a", title: "GET /users/:id, JSON out", folder, path: "/users/", script: "many-ids.lua" },
  {
    name: "b",
    title: "POST /users, JSON in, validated, JSON out",
    folder,
    path: "/users",
    script: "create-user.lua",
  },
  { name: "c", title: "GET behind three middlewares", folder, path: "/guarded/", script: "many-ids.lua" },
  {
    name: "d",
    title: "1,000 routes, 20 % misses, a browser's headers and cookies",
    folder: "production-servers",
    path: "/",
    script: "browser.lua",
    misses: 0.2,
  },
]

const production = { folder: "production-servers", path: "/", script: "browser.lua" }

/** What (d) has all at once, each alone: to see the cause of a difference. */
export const parts: readonly Case[] = [
  {
    ...production,
    name: "misses",
    title: "1,000 routes, misses only",
    misses: 1,
    environment: { BENCH_PARTS: "misses" },
  },
  { ...production, name: "cookies", title: "1,000 routes, cookies", environment: { BENCH_PARTS: "cookies" } },
  {
    ...production,
    name: "headers",
    title: "1,000 routes, a browser's headers without cookies",
    environment: { BENCH_PARTS: "headers" },
  },
  {
    ...production,
    name: "routes",
    title: "10,000 routes",
    collections: 2_000,
    environment: { BENCH_PARTS: "", BENCH_COLLECTIONS: "2000" },
  },
]
