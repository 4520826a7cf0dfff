import { PgBoss } from "pg-boss"
import pg from "pg"
import { concurrency, poolSize, queue } from "../effects.ts"
import { handlerStarts } from "../starts.ts"

// pg-boss without its workers: a loop takes as many jobs as there is room for, and each has its own transaction. It leaves
// out retries, timeouts and heartbeats, so it is the least that this guarantee costs with these statements.
const connectionString = process.env["DATABASE_URL"]!
const pool = new pg.Pool({ connectionString, max: poolSize })
const boss = new PgBoss({
  db: {
    executeSql: (text, values) => pool.query(text, values),
    listen: async (channel) => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      client.on("notification", () => {
        isAdded = true
        void take()
      })
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      return { close: () => client.end() }
    },
  },
  schedule: false,
  useListenNotify: true,
})
boss.on("error", (error) => console.error(error))

interface Taken {
  readonly id: string
  readonly retryCount: number
  readonly data: { readonly job: number }
}

let [free, isAsking, isAdded] = [concurrency, false, false]

async function take(): Promise<void> {
  if (isAsking || free === 0) return
  isAsking = true
  isAdded = false
  const room = free
  const taken: Taken[] = await boss.fetch<Taken["data"]>(queue, { batchSize: room })
  isAsking = false
  free -= taken.length
  for (const job of taken) void run(job)
  if (taken.length === room || isAdded) void take()
}

async function run({ id, retryCount, data }: Taken): Promise<void> {
  const client = await pool.connect()
  await client.query("begin")
  handlerStarts(data.job)
  await client.query("insert into effects (job) values ($1)", [data.job])
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  await boss.complete(queue, { id, retryCount }, undefined, { db })
  await client.query("commit")
  client.release()
  free++
  void take()
}

await boss.start()
await boss.createQueue(queue, { notify: true })
setInterval(() => void take(), 500)
process.send!("ready")
