import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { EngineApp } from "../../../app/engine-app.ts"
import { Fault } from "../../../fault/fault.ts"
import { printedFault } from "../../../fault/printed-fault.ts"
import { faultOfListening } from "../connection/fault-of-listening.ts"
import type { Ask, FromThread, ThreadPlace, ToThread } from "./ask.ts"
import { Asks } from "./asks.ts"
import type { InFlight } from "./calls-watch.ts"
import type { ManagementOptions } from "./management-options.ts"

/** A management port that is open. */
export interface Management {
  /** Its address, such as `http://127.0.0.1:9000`. */
  readonly url: string
  stop(): Promise<void>
}

/** What the management port shows of a process. */
export interface Managed {
  /** The requests that wait for their reply. */
  inFlight(): Iterable<InFlight>
  /** The number of this worker, if it is one. */
  readonly worker: number | undefined
}

/** Opens the management port of a process: a thread that listens, and asks the application's thread. */
export async function startManagement(
  app: EngineApp,
  { port, host = "127.0.0.1" }: ManagementOptions,
  { inFlight, worker }: Managed,
  where: string | undefined,
): Promise<Management> {
  const asks = new Asks(app, inFlight, worker)
  const thread = startThread({ port, host, shared: worker !== undefined })
  const stop = async () => {
    asks.stop()
    await thread.terminate()
  }
  try {
    const url = await new Promise<string>((listening, fail) => {
      thread.on("error", (error) => fail(notStarted(error as Error, where)))
      thread.on("message", (message: FromThread) => {
        if ("ask" in message) void answer(asks, message.ask, thread)
        else if ("listening" in message) listening(message.listening)
        else fail(faultOfListening(errorOf(message.failed), { port, host }, where))
      })
    })
    thread.unref()
    thread.on("error", (error) => app.settings.log.error({ err: error }, "the management port has closed"))
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function startThread(workerData: ThreadPlace): Worker {
  // A file beside this one, in the sources and in the built package.
  const file = new URL(`./management-thread${extname(import.meta.url)}`, import.meta.url)
  // What the program loads before itself, such as traces, is not for this thread.
  return new Worker(file, { workerData, execArgv: [], env: {} })
}

async function answer(asks: Asks, ask: Ask, thread: Worker): Promise<void> {
  const reply: ToThread = { id: ask.id, answer: await asks.answer(ask) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is of windows
  thread.postMessage(reply)
}

function errorOf({ code, message }: { readonly code: string; readonly message: string }): Error {
  return Object.assign(new Error(message), { code })
}

function notStarted(error: Error, where: string | undefined): Fault {
  return printedFault(new Fault("MANAGEMENT_NOT_STARTED", { reason: error.message }, { where, cause: error }))
}
