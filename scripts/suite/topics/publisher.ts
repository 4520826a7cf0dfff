import { appendFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { topic, topicsOf } from "./carrier.ts"

// Publishes rising numbers, and notes in a file which were acknowledged. One that failed is not published again: it may have
// arrived.
const topics = await topicsOf(process.argv.slice(2))
const [name = "", file = "", from = "", to = ""] = process.argv.slice(5)

for (let at = Number(from); at < Number(to); at++) {
  try {
    await topics.publish(topic, { name, at })
    appendFileSync(file, `${at}\n`)
  } catch {
    await sleep(20)
  }
}
process.exit(0)
