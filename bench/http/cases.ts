/** Calls that wrk makes. */
export interface Calls {
  readonly path: string
  /** The script in `wrk/` that makes them. */
  readonly script: string
}

/** What is asked of every server. */
export interface Case extends Calls {
  readonly name: "a" | "b" | "c"
  readonly title: string
}

/** The cases, by the names that `--cases` takes. */
export const cases: readonly Case[] = [
  { name: "a", title: "GET /users/:id, JSON out", path: "/users/", script: "many-ids.lua" },
  {
    name: "b",
    title: "POST /users, JSON in, validated, JSON out",
    path: "/users",
    script: "create-user.lua",
  },
  { name: "c", title: "GET behind three middlewares", path: "/guarded/", script: "many-ids.lua" },
]
