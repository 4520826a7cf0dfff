// Runs in the application's process before its entry file. Until the application listens, errors are explained as
// `trivet dev` explains them. What that needs is loaded only then, because it imports the framework.
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { isMainThread } from "node:worker_threads"
import { noteImports, serializeFailure } from "../inspect/serialize-failure.ts"
import { startVariable } from "./start-variable.ts"

// Processes and threads that the program starts have this file among their flags too.
const given = process.env[startVariable]
const isWorker = given === `workers of ${process.ppid}`
// A worker that is started later finds it too.
if (!isWorker && given !== `workers of ${process.pid}`) delete process.env[startVariable]
if (isMainThread && (isWorker || given?.endsWith(` ${process.pid}`) === true)) explainUntilItListens()

function explainUntilItListens(): void {
  const channel = "tracing:net.server.listen:asyncEnd"
  const started = new AbortController()
  const imports = noteImports(started.signal)
  // From then on the program handles its errors itself.
  const finish = (): void => {
    started.abort()
    process.off("uncaughtException", fail)
    unsubscribe(channel, finish)
  }
  const fail = (error: unknown): void => {
    finish()
    if (process.listenerCount("uncaughtException") === 0) void explain(error, imports)
  }
  process.on("uncaughtException", fail)
  subscribe(channel, finish)
}

async function explain(error: unknown, imports: ReturnType<typeof noteImports>): Promise<void> {
  const { failureText } = await import("../inspect/failure-text.ts")
  const { NO_COLOR: noColor = "" } = process.env
  const { stderr } = process
  stderr.write(`${failureText(serializeFailure(error, imports), stderr.isTTY && noColor === "")}\n`)
  process.exit(1)
}
