import type { Topics } from "trivet"
import { NatsConnection, NatsTopics } from "../../src/index.ts"

/** Connects a process of `carryNumbers()`. */
export function openTopics(url: string, history: number): Topics {
  return new NatsTopics(new NatsConnection({ url }), "numbers", { history, buffer: 100_000 })
}
