import type { Calls } from "../http/cases.ts"

/** What is asked of every server, and what Trivet is to reach. */
export interface BlogCase extends Calls {
  readonly name: "post" | "list"
  readonly title: string
  /** The least share of bare's speed. */
  readonly least: number
}

/** The variable that names the file of ids that wrk asks for. */
export const idsVariable = "BLOG_BENCH_IDS"

/** The cases, by the names that `--cases` takes. */
export const cases: readonly BlogCase[] = [
  {
    name: "post",
    title: "GET /posts/:id, a post with its author",
    path: "/posts/",
    script: "../../blog/wrk/many-posts.lua",
    least: 0.93,
  },
  {
    name: "list",
    title: "GET /posts, cold: 100 posts with their authors, from the database each time",
    path: "/posts",
    script: "../../blog/wrk/one-path.lua",
    least: 0.95,
  },
]

/** The list as the cache gives it. */
export const warmList: Calls = { path: "/posts", script: "../../blog/wrk/one-path.lua" }

/** The servers, by the names that `--servers` takes. */
export const blogServers = ["bare", "trivet", "fastify"] as const
