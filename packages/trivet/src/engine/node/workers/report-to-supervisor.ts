import cluster from "node:cluster"
import type { Log } from "../../../log/log.ts"
import {
  type CountsMessage,
  heartbeatInterval,
  type StopMessage,
  type WorkerCounts,
  type WorkerMessage,
} from "./worker-message.ts"

/** A worker that has begun to serve. */
export interface ServingWorker {
  readonly port: number
  readonly log: Log
  /** Stops serving, and the application. `replaced`: another process serves the port. */
  stop(replaced: boolean): Promise<boolean>
  /** Called with the number of all workers whenever it changes. */
  heard(counts: WorkerCounts): void
}

/**
 * Reports that this process serves, and stops it when the supervisor requests it or is gone. Returns the function that
 * stops it for another reason, such as a crash. In each case, requests in progress are answered first.
 */
export function reportToSupervisor({ port, log, stop, heard }: ServingWorker): (code: number) => void {
  // Node would exit as soon as the channel is lost, with requests in progress.
  cluster.worker!.exitedAfterDisconnect = true
  // A message to a process that was just killed fails; "disconnect" reports the same.
  cluster.worker!.on("error", () => undefined)
  const stopAndExit = (replaced: boolean, code?: number) =>
    void stop(replaced).then((clean) => process.exit(code ?? (clean ? 0 : 1)))
  const stopForOwnReason = (code?: number) => {
    send({ trivet: "stopping" })
    stopAndExit(true, code)
  }
  process.on("message", (message) => {
    if (isFrom<StopMessage>(message, "stop")) stopAndExit(message.replaced)
    else if (isFrom<CountsMessage>(message, "workers")) heard(message)
  })
  process.on("disconnect", () => {
    log.warn({ worker: process.pid }, "supervisor is gone: worker is stopping")
    stopAndExit(false)
  })
  let asked = false
  process.on("SIGTERM", () => {
    if (asked) process.exit(1)
    asked = true
    stopForOwnReason()
  })
  // A terminal sends these signals to all processes; the supervisor decides what the workers do.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined)
  setInterval(() => send({ trivet: "heartbeat" }), heartbeatInterval).unref()
  send({ trivet: "ready", port })
  return stopForOwnReason
}

function send(message: WorkerMessage): void {
  // Without a callback, a failure would be an "error" event and end the process.
  if (process.connected) process.send!(message, undefined, undefined, () => undefined)
}

/** Whether a message is from the supervisor: a program may send its own messages to workers. */
function isFrom<Message extends { readonly trivet: string }>(
  message: unknown,
  name: Message["trivet"],
): message is Message {
  return typeof message === "object" && message !== null && "trivet" in message && message.trivet === name
}
