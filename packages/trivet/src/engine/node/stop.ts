import type { Server } from "node:http"
import { Server as NetServer } from "node:net"
import type { App } from "../../app/app.ts"
import { builtOf } from "../../app/built-of.ts"
import type { Log } from "../../log/log.ts"
import { patience } from "./connection/connections.ts"
import type { Serving } from "./serving.ts"
import { watchNpm } from "./watch-npm.ts"

/** How stopping is bounded. */
export interface StopOptions {
  readonly drainDelay?: number
  readonly stopTimeout?: number
  /** Another process serves on at the same port: probes that come here must not say otherwise. */
  readonly replaced?: boolean
}

/** The part of a served application that signals need. */
export interface Stoppable {
  stop(): Promise<boolean>
  /** Gives the fields that are logged when a signal comes, such as the number of calls in flight. */
  state?(): object
}

/** Over how many milliseconds the sockets are closed at most: their clients come back at other times then. */
const mostSpread = 5_000
/** How often idle connections are closed while the server stops, in milliseconds. */
const closeInterval = 20
/**
 * How long idle connections may still bring a call when another process has taken over: nobody is in a hurry then, and
 * to a client that sends just when its connection is closed the call is lost. Each is told to leave with its next reply.
 */
const idleGrace = 2_000

/**
 * Not ready, a short drain delay in which replies tell clients to close their connections, no longer accepting, in-flight calls
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
  app.readiness.isStopping = true
  if (options.replaced !== true) app.readiness.leave()
  // With nobody connected a person's Ctrl-C need not wait; a load balancer's next probe must still find "not ready".
  const watched = serving.connections.size > 0 || builtOf(app).settings.production
  if (watched) await wait(Math.min(options.drainDelay ?? 500, bound))
  // Half of the time: their clients must still be able to answer.
  void builtOf(app).settings.sockets?.leave(Math.min(mostSpread, (ends - performance.now()) / 2))
  const idle = options.replaced === true ? Math.min(idleGrace, bound / 2) : 0
  const clean = await closeWithin(server, serving, ends - performance.now(), idle)
  serving.overload.stop()
  const rest = wait(Math.max(ends - performance.now(), 500)).then(() => false)
  return (await Promise.race([app.stop().then(() => true), rest])) && clean
}

/**
 * Stops on SIGTERM, on SIGINT and when npm is gone, and ends the process; a second signal calls `cut` and ends it at
 * once. Logs both the beginning and the end. Gives what forgets the signals.
 */
export function stopOnSignals(served: Stoppable, log: Log, cut: () => void = () => undefined): () => void {
  let asked = false
  const end = async (reason: string) => {
    const began = performance.now()
    log.info({ reason, ...served.state?.() }, "stopping")
    const clean = await served.stop()
    const milliseconds = Math.round(performance.now() - began)
    if (clean) log.info({ milliseconds }, "stopped")
    else log.warn({ milliseconds }, "stopped: what took too long was cut off")
    process.exit(clean ? 0 : 1)
  }
  const stop = (signal: string) => {
    if (asked) {
      cut()
      process.exit(1)
    }
    asked = true
    void end(signal)
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  // No signal: one that comes as well is the first.
  const forgetNpm = watchNpm(() => void end("npm has exited"))
  return () => {
    forgetNpm()
    process.off("SIGTERM", stop)
    process.off("SIGINT", stop)
  }
}

function closeWithin(server: Server, serving: Serving, milliseconds: number, idle: number): Promise<boolean> {
  return new Promise((done) => {
    const began = performance.now()
    const glances = setInterval(() => {
      if (performance.now() - began < idle) return
      serving.connections.closeIdle()
      // By now no connection is new. Bun and Deno hide some behind other sockets.
      if (performance.now() - began > patience) server.closeIdleConnections()
    }, closeInterval)
    const timer = setTimeout(() => {
      clearInterval(glances)
      server.closeAllConnections()
      done(false)
    }, milliseconds)
    closeListener(server, serving, idle === 0, () => {
      clearInterval(glances)
      clearTimeout(timer)
      // Lets go of its own timer, which close() of the listener alone does not.
      server.close()
      done(true)
    })
  })
}

/**
 * Closes the listener when every connection that the system has established is taken: one that it still holds is reset,
 * and the call on it is lost. Node takes one in each turn of its loop, so the moment is after a turn that brought none,
 * and that was short: in a long one the next may have come already. What comes between that turn and the close itself,
 * some microseconds, is out of reach.
 */
function closeListener(server: Server, serving: Serving, hurry: boolean, closed: () => void): void {
  const { connections } = serving
  const latest = performance.now() + 200
  server.once("close", closed)
  let turn = performance.now()
  let before = connections.accepted
  const look = () => {
    const now = performance.now()
    if (now < latest && (connections.accepted !== before || now - turn > 0.2)) {
      turn = now
      before = connections.accepted
      setImmediate(look)
      return
    }
    // The listener alone: the server's own close() would also close connections that have just been accepted.
    // On Bun a server has no listener apart from it.
    if (server instanceof NetServer) NetServer.prototype.close.call(server)
    else (server as Server).close()
    for (const end of serving.endless) end()
    if (hurry) connections.closeIdle()
  }
  setImmediate(look)
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds).unref())
}
