import { setTimeout as sleep } from "node:timers/promises"
import { RedisCache, RedisConnection, RedisKeyValue } from "../../src/index.ts"

/** What a contender is told to do. */
export interface Task {
  readonly work: "take" | "add" | "increment" | "remember" | "delete" | "get"
  readonly key: string
  /** How many callers at once. */
  readonly callers?: number
  /** What is computed, and for how many milliseconds. */
  readonly value?: string
  readonly takes?: number
}

/** What came of it. */
export interface Result {
  readonly won?: number
  readonly computed?: number
  readonly values?: readonly unknown[]
}

const [, , url = "", prefix = ""] = process.argv
const connection = new RedisConnection({ url, timeout: 10_000 })
const store = new RedisKeyValue(connection, prefix)
const cache = new RedisCache(connection, prefix)

async function run({ work, key, callers = 1, value = "", takes = 0 }: Task): Promise<Result> {
  const all = <T>(call: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: callers }, (_, at) => call(at)))
  if (work === "take")
    return { won: (await all(() => store.take(key))).filter((got) => got !== undefined).length }
  if (work === "add") return { won: (await all((at) => store.add(key, String(at)))).filter(Boolean).length }
  if (work === "increment") {
    await all(() => store.increment(key, 1, { seconds: 600 }))
    return {}
  }
  if (work === "delete") {
    await cache.delete(key)
    return {}
  }
  if (work === "get") return { values: [(await cache.get(key)) ?? null] }
  let computed = 0
  const compute = async () => {
    computed++
    await sleep(takes)
    return value
  }
  const values = await all(() => cache.remember(key, { seconds: 60 }, compute))
  return { computed, values: [...new Set(values)] }
}

process.on("message", (task: Task) => {
  void run(task).then((result) => process.send!(result))
})
process.on("disconnect", () => process.exit())
await connection.onStart()
process.send!({})
