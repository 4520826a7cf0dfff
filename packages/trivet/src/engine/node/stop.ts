import type { EngineApp } from "../../app/engine-app.ts"
import { shownKey } from "../../fault/global-keys.ts"
import type { Server } from "node:http"
import { Server as NetServer } from "node:net"
import type { Log } from "../../log/log.ts"
import { patience } from "./connection/connections.ts"
import type { Serving } from "./serving.ts"

/** The limits of a stop. */
export interface StopOptions {
  readonly drainDelay?: number
  readonly stopTimeout?: number
  /** Another process serves the same port, so health probes that arrive here must not report "not ready". */
  readonly replaced?: boolean
}

/** The part of a served application that signals need. */
export interface Stoppable {
  stop(): Promise<boolean>
  /** Returns the fields that are logged when a signal arrives, such as the number of requests in flight. */
  state?(): object
}

/** Sockets are closed over at most this many milliseconds, so that their clients do not all reconnect at once. */
const mostSpread = 5_000
/** How often idle connections are closed while the server stops, in milliseconds. */
const closeInterval = 20
/**
 * How long idle connections may still send a request after another process has taken over, in milliseconds. There is no
 * hurry then, and a request that is sent just as its connection closes would be lost. Replies have `Connection: close`.
 */
const idleGrace = 2_000

/**
 * Stops in this order, all within the time limit: not ready; drain delay, in which replies ask clients to close their
 * connections; no new connections; requests in flight finish; `onStop()`. Returns false if the limit cut requests off.
 */
export async function stopServer(
  app: EngineApp,
  server: Server,
  serving: Serving,
  options: StopOptions,
): Promise<boolean> {
  const limit = options.stopTimeout ?? 10_000
  const ends = performance.now() + limit
  serving.stopping = true
  app.readiness.isStopping = true
  if (options.replaced !== true) app.readiness.leave()
  // Without connections, Ctrl-C in development need not wait. In production, the next probe of a load balancer must
  // still find "not ready".
  const isWaitNeeded = serving.connections.size > 0 || app.settings.production
  if (isWaitNeeded) await wait(Math.min(options.drainDelay ?? 500, limit))
  // Half of the time, because the clients must still be able to answer the close.
  void app.settings.sockets?.leave(Math.min(mostSpread, (ends - performance.now()) / 2))
  const idle = options.replaced === true ? Math.min(idleGrace, limit / 2) : 0
  const clean = await closeWithin(server, serving, ends - performance.now(), idle)
  serving.overload.stop()
  const rest = wait(Math.max(ends - performance.now(), 500)).then(() => false)
  return (await Promise.race([app.stop().then(() => true), rest])) && clean
}

/**
 * Stops on SIGTERM, on SIGINT and when npm has exited, and ends the process. A second signal calls `cut` and ends it at
 * once. Logs the beginning and the end. Returns the function that removes the listeners.
 */
export function stopOnSignals(served: Stoppable, log: Log, cut: () => void = () => undefined): () => void {
  let asked = false
  const end = async (reason: string) => {
    const began = performance.now()
    log.info({ reason, ...served.state?.(), [shownKey]: true }, "stopping")
    const clean = await served.stop()
    const milliseconds = Math.round(performance.now() - began)
    if (clean) log.info({ milliseconds, [shownKey]: true }, "stopped")
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
  // This is not a signal, so a signal after it counts as the first.
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
    const closing = setInterval(() => {
      if (performance.now() - began < idle) return
      serving.connections.closeIdle()
      // No connection is new by now, so Node's own method is safe. It also closes those that Bun and Deno hide behind
      // other socket objects.
      if (performance.now() - began > patience) server.closeIdleConnections()
    }, closeInterval)
    const timer = setTimeout(() => {
      clearInterval(closing)
      server.closeAllConnections()
      done(false)
    }, milliseconds)
    closeListener(server, serving, idle === 0, () => {
      clearInterval(closing)
      clearTimeout(timer)
      // Also clears the server's own timer, which closing only the listener does not.
      server.close()
      done(true)
    })
  })
}

/**
 * Closes the listener when every established connection was accepted: one that the operating system still holds is
 * reset, and its request is lost. Node accepts one connection per loop iteration, so the right moment is after an
 * iteration that brought none and was short: during a long one, the next may have arrived already. A connection that
 * arrives between that iteration and the close, some microseconds, is still lost.
 */
function closeListener(server: Server, serving: Serving, isHurried: boolean, closed: () => void): void {
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
    // Only the listener: the server's own `close()` would also close connections that were just accepted. On Bun a
    // server has no separate listener.
    if (server instanceof NetServer) NetServer.prototype.close.call(server)
    else (server as Server).close()
    for (const end of serving.endless) end()
    if (isHurried) connections.closeIdle()
  }
  setImmediate(look)
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds).unref())
}

/** Interval at which a process checks whether npm's shell still runs, in milliseconds. */
const interval = 250

/** Read when this file is loaded, because npm may exit while the application starts. */
const parent = process.ppid

/**
 * Calls `gone` when npm, or the shell in which it runs a script, has exited. A SIGTERM for `npm start` ends only those
 * two: the shell does not forward it, and the server would keep its port. The timer does not keep the process alive.
 * Returns the function that ends the watch.
 */
function watchNpm(gone: () => void): () => void {
  if (process.env["npm_lifecycle_event"] === undefined) return () => undefined
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, interval).unref()
  return () => clearInterval(timer)
}
