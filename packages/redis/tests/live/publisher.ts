import { setTimeout as sleep } from "node:timers/promises"
import { RedisConnection, RedisTopics } from "../../src/index.ts"

// Publishes numbers until it is told to end, and says which were acknowledged. One that failed is not published again: it
// may have arrived.
const [, , url = "", prefix = "", name = ""] = process.argv
const topics = new RedisTopics(new RedisConnection({ url }), prefix, { history: 20_000 })
const acknowledged: number[] = []
const state = { isOver: false }
process.once("message", () => (state.isOver = true))
process.send!("ready")

for (let at = 0; !state.isOver; at++) {
  try {
    await topics.publish("numbers", { name, at })
    acknowledged.push(at)
  } catch {
    await sleep(20)
  }
}
process.send!(acknowledged, () => process.exit(0))
