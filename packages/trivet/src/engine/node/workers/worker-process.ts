import cluster, { type Worker } from "node:cluster"
import { type StopMessage, workerVariable } from "./worker-message.ts"

/** A worker, as seen by the supervisor. */
export interface WorkerProcess {
  readonly handle: Worker
  readonly pid: number
  /** When it began to serve; `undefined` until it does. */
  servingSince: number | undefined
  /** It is expected to exit: no replacement is started when it does. */
  stopping: boolean
  /** It has said that it stops, without being asked to: after an uncaught exception, or by a signal. */
  stopsByItself: boolean
  /** Number of consecutive missed heartbeats. */
  missedHeartbeats: number
  /** Resolves to true when it serves, or to false if it exits before. */
  readonly ready: Promise<boolean>
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>
  resolveReady(ready: boolean): void
  resolveExited(outcome: number | string): void
}

/** Starts a worker: the same program in a process of its own. `port` is the port of the other workers. */
export function spawnWorker(port: number | undefined): WorkerProcess {
  const handle = cluster.fork({ [workerVariable]: port === undefined ? "" : String(port) })
  const ready = Promise.withResolvers<boolean>()
  const exited = Promise.withResolvers<number | string>()
  return {
    handle,
    pid: handle.process.pid ?? 0,
    servingSince: undefined,
    stopping: false,
    stopsByItself: false,
    missedHeartbeats: 0,
    ready: ready.promise,
    exited: exited.promise,
    resolveReady: ready.resolve,
    resolveExited: exited.resolve,
  }
}

/** Stops a worker, and kills it if it has not exited within `timeout` milliseconds. Returns how it exited. */
export async function stopWorker(
  worker: WorkerProcess,
  replaced: boolean,
  timeout: number,
): Promise<number | string> {
  const { handle } = worker
  worker.stopping = true
  const message: StopMessage = { trivet: "stop", replaced }
  // A worker that is still starting has nothing to finish and does not handle messages yet.
  if (worker.servingSince === undefined) handle.process.kill("SIGTERM")
  else if (handle.isConnected()) handle.send(message, () => undefined)
  const timer = setTimeout(() => handle.process.kill("SIGKILL"), timeout)
  const outcome = await worker.exited
  clearTimeout(timer)
  return outcome
}
