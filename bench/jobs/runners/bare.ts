import { PgBoss } from "pg-boss"
import { poolSize, queue } from "../effects.ts"
import { handlerStarts } from "../starts.ts"

// pg-boss by itself. `batchSize` is how many jobs share a transaction, `workers` how many take jobs at a time.
const [batchSize, workers] = process.argv.slice(2).map(Number) as [number, number]

const boss = new PgBoss({
  connectionString: process.env["DATABASE_URL"]!,
  max: poolSize,
  schedule: false,
  useListenNotify: true,
  // Each is the shortest: a worker that takes one job at a time goes on without a pause only while these counts say that
  // more wait.
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  queueCacheIntervalSeconds: 1,
})
boss.on("error", (error) => console.error(error))
await boss.start()
await boss.createQueue(queue, { notify: true })
await boss.work(
  queue,
  {
    transactional: true,
    localConcurrency: workers,
    batchSize,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 0.5,
    burstWhenReadyExceeds: 1,
    burstWhenBatchFull: true,
  },
  async (taken, db) => {
    for (const { data } of taken as readonly { readonly data: { readonly job: number } }[]) {
      handlerStarts(data.job)
      await db.executeSql("insert into effects (job) values ($1)", [data.job])
    }
  },
)
process.send!("ready")
