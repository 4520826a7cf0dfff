import { Database, PostgresKeyValue } from "../../../src/index.ts"

// One of several processes that reach for the same keys. It does what its parent says and tells what came of it.
class Db extends Database<Record<string, never>> {}

/** What a rival is told to do. */
export interface Order {
  readonly what: "take" | "add" | "increment"
  readonly key: string
  /** How many callers at once. */
  readonly callers: number
  /** How often each of them calls. */
  readonly times: number
}

const store = new PostgresKeyValue(
  new Db({ maxConnections: 5, acquireTimeout: 30_000, statementTimeout: 30_000 }),
)

async function call({ what, key, times }: Order): Promise<number> {
  let won = 0
  for (let time = 0; time < times; time++) {
    if (what === "take") won += (await store.take(key)) === undefined ? 0 : 1
    else if (what === "add") won += (await store.add(key, "x")) ? 1 : 0
    else won += (await store.increment(key)) > 0 ? 1 : 0
  }
  return won
}

process.on("message", (order: Order) => {
  void Promise.all(Array.from({ length: order.callers }, () => call(order))).then((wins) =>
    process.send!(wins.reduce((sum, one) => sum + one, 0)),
  )
})
process.on("disconnect", () => process.exit())
process.send!("ready")
