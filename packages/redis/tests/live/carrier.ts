import type { Topics } from "trivet"
import { RedisConnection, RedisTopics } from "../../src/index.ts"

/** Connects a process of `carryNumbers()`. */
export function openTopics(url: string, history: number): Topics {
  return new RedisTopics(new RedisConnection({ url }), "numbers", { history, buffer: 100_000 })
}
