import { appendFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { type Numbered, topic, topicsOf } from "./carrier.ts"

// Notes each message in a file until it is killed. It resumes after the last one, as a client does that is disconnected.
const topics = await topicsOf(process.argv.slice(2))
const [file = "", last = ""] = process.argv.slice(5)
const call = { signal: new AbortController().signal, header: () => state.last }
const state = { last, seen: 0 }

for (;;) {
  try {
    const subscription = await topics.subscribe(call, topic)
    if (subscription.missed) appendFileSync(file, "missed\n")
    process.send!(state.seen)
    for await (const { id, data } of subscription) {
      const { name, at } = data as Numbered
      appendFileSync(file, `${id} ${name} ${at}\n`)
      state.last = id
      if (++state.seen % 50 === 0) process.send!(state.seen)
    }
  } catch {
    await sleep(20)
  }
}
