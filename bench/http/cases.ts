/** Calls that wrk makes. */
export interface Calls {
  readonly path: string
  /** The script in `wrk/` that makes them. */
  readonly script: string
  /** The share of them that finds no route: none unless given. */
  readonly misses?: number
}

/** What is asked of every server. */
export interface Case extends Calls {
  readonly name: "a" | "b" | "c" | "d"
  readonly title: string
  /** The folder of the servers that answer it. */
  readonly folder: string
}

const folder = "servers"

/** The cases, by the names that `--cases` takes. */
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
