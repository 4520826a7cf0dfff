import { type Module, Topics } from "trivet"
import { postsOver } from "../../../../scripts/suite/topics/posts.ts"
import { redis } from "../../src/index.ts"

/** The application. */
export function postsModule(url: string, prefix: string): Module {
  return postsOver(redis({ prefix, url, provides: [Topics], topics: { history: 1_000 } }))
}
