import type { Server } from "node:http"
import type { App } from "../../app/create-app.ts"
import type { Serving } from "./serving.ts"

/** How stopping is bounded. */
export interface StopOptions {
  readonly lead?: number
  readonly stopTimeout?: number
}

/** The part of a served application that signals need. */
export interface Stoppable {
  stop(): Promise<boolean>
}

/** How often connections are looked at that have become idle while the server stops. */
const glance = 20

/**
 * Not ready, a short lead in which clients are told to leave their connections, no longer accepting, in-flight calls
 * finished, `onStop()`: all within the bound. False when the bound cut calls off.
 */
export async function stopServer(
  app: App,
  server: Server,
  serving: Serving,
  options: StopOptions,
): Promise<boolean> {
  const bound = options.stopTimeout ?? 10_000
  const ends = performance.now() + bound
  serving.stopping = true
  app.readiness.leave()
  if (serving.sockets.size > 0) await wait(Math.min(options.lead ?? 500, bound))
  // Right after a round of accepting: a connection that the system has taken and this process has not would be reset.
  await new Promise<void>((go) => setImmediate(go))
  const clean = await closeWithin(server, serving, ends - performance.now())
  const rest = wait(Math.max(ends - performance.now(), 500)).then(() => false)
  return (await Promise.race([app.stop().then(() => true), rest])) && clean
}

/** Stops on SIGTERM and SIGINT and ends the process; a second signal ends it at once. Gives what forgets the signals. */
export function stopOnSignals(served: Stoppable): () => void {
  let asked = false
  const stop = () => {
    if (asked) process.exit(1)
    asked = true
    void served.stop().then((clean) => process.exit(clean ? 0 : 1))
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  return () => {
    process.off("SIGTERM", stop)
    process.off("SIGINT", stop)
  }
}

function closeWithin(server: Server, serving: Serving, milliseconds: number): Promise<boolean> {
  return new Promise((done) => {
    const glances = setInterval(() => leaveIdle(server, serving), glance)
    const timer = setTimeout(() => {
      clearInterval(glances)
      server.closeAllConnections()
      done(false)
    }, milliseconds)
    server.close(() => {
      clearInterval(glances)
      clearTimeout(timer)
      done(true)
    })
    for (const end of serving.endless) end()
    leaveIdle(server, serving)
  })
}

/** Node itself closes what is idle when it is told to close, not what becomes idle later or was never used. */
function leaveIdle(server: Server, { sockets }: Serving): void {
  server.closeIdleConnections()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds).unref())
}
