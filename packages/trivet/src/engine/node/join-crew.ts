import cluster from "node:cluster"
import type { Log } from "../../store/log.ts"
import { beat, type StopMessage, type WorkerMessage } from "./crew-message.ts"
import { stopOnCrash } from "./stop-on-crash.ts"

/** What a worker brings with it. */
export interface Recruit {
  readonly port: number
  readonly log: Log
  /** Stops serving and the application. `replaced`: another process serves on. */
  stop(replaced: boolean): Promise<boolean>
}

/**
 * Makes this process one of a crew: it says that it serves, ends when it is told to, when it has crashed, and when
 * nobody watches over it any more. In each case the calls at hand are answered first.
 */
export function joinCrew({ port, log, stop }: Recruit): void {
  // Node would exit at once when the channel is lost, with calls at hand.
  cluster.worker!.exitedAfterDisconnect = true
  // What was on its way to a process that has just been killed: the channel's end tells the same.
  cluster.worker!.on("error", () => undefined)
  const end = (replaced: boolean, code?: number) =>
    void stop(replaced).then((clean) => process.exit(code ?? (clean ? 0 : 1)))
  const leave = (code?: number) => {
    tell({ trivet: "leaving" })
    end(true, code)
  }
  process.on("message", (message) => {
    if (isStop(message)) end(message.replaced)
  })
  process.on("disconnect", () => {
    log.warn({ worker: process.pid }, "nobody watches over this worker any more: it ends")
    end(false)
  })
  stopOnCrash(log, () => leave(1))
  let asked = false
  process.on("SIGTERM", () => {
    if (asked) process.exit(1)
    asked = true
    leave()
  })
  // A terminal sends these to all processes; the one that watches tells the others what to do.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined)
  setInterval(() => tell({ trivet: "alive" }), beat).unref()
  tell({ trivet: "ready", port })
}

function tell(message: WorkerMessage): void {
  // With a callback a failure is told to it; unheard it would end the process.
  if (process.connected) process.send!(message, undefined, undefined, () => undefined)
}

function isStop(message: unknown): message is StopMessage {
  return typeof message === "object" && message !== null && "trivet" in message && message.trivet === "stop"
}
