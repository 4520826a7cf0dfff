import type { Module } from "trivet"
import { postsOver } from "../../../../scripts/suite/topics/posts.ts"
import { nats } from "../../src/index.ts"

/** The application. */
export function postsModule(url: string): Module {
  return postsOver(nats({ prefix: "posts", url, topics: { history: 1_000 } }))
}
