// Supervises the workers of another program without loading it: node workers-program.ts <workers> <file>
import { Fault } from "trivet"
import { startWorkers } from "trivet/node"

const [, , workers = "auto", program = ""] = process.argv
await startWorkers({
  workers: workers === "auto" ? workers : Number(workers),
  program,
  args: [],
}).catch((error: unknown) => {
  // A worker that exited by itself has printed the reason.
  if (error instanceof Fault && error.code === "WORKER_NOT_STARTED" && error.details["outcome"] === 1)
    process.exit(1)
  throw error
})
