import type { Server } from "node:http"
import type { App } from "../../app/create-app.ts"

/** How stopping is bounded. */
export interface StopOptions {
  readonly lead?: number
  readonly stopTimeout?: number
}

/** The part of a served application that signals need. */
export interface Stoppable {
  stop(): Promise<boolean>
}

/**
 * Not ready, a short lead in which clients are told to leave their connections, no longer accepting, in-flight calls
 * finished, `onStop()`: all within the bound. False when the bound cut calls off.
 */
export async function stopServer(
  app: App,
  server: Server,
  state: { stopping: boolean },
  options: StopOptions,
): Promise<boolean> {
  const bound = options.stopTimeout ?? 10_000
  const ends = performance.now() + bound
  state.stopping = true
  if (await hasConnections(server)) await wait(Math.min(options.lead ?? 500, bound))
  const clean = await closeWithin(server, ends - performance.now())
  const rest = wait(Math.max(ends - performance.now(), 500)).then(() => false)
  return (await Promise.race([app.stop().then(() => true), rest])) && clean
}

/** Stops on SIGTERM and SIGINT and ends the process; a second signal ends it at once. */
export function stopOnSignals(served: Stoppable): void {
  let asked = false
  const stop = () => {
    if (asked) process.exit(1)
    asked = true
    void served.stop().then((clean) => process.exit(clean ? 0 : 1))
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
}

function closeWithin(server: Server, milliseconds: number): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => {
      server.closeAllConnections()
      done(false)
    }, milliseconds)
    server.close(() => {
      clearTimeout(timer)
      done(true)
    })
  })
}

function hasConnections(server: Server): Promise<boolean> {
  return new Promise((tell) => server.getConnections((_, count) => tell(count > 0)))
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds).unref())
}
