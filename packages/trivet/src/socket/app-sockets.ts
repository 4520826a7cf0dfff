import type { CallSettings } from "../context/call.ts"
import type { OpenSockets } from "../context/reply/upgrade-reply.ts"
import { type Connection, type ConnectionOwner, wholeNow } from "./connection.ts"
import { Places } from "./places.ts"

/** Interval at which connections are checked, in milliseconds. */
const lookInterval = 100
/** How long clients may take to answer a close before their connection is cut, in milliseconds. */
const closeGrace = 1_000

/** All open sockets of one application: counts them per client, and sends heartbeats. */
export class AppSockets implements ConnectionOwner, OpenSockets {
  readonly places: Places = new Places()
  readonly #open = new Set<Connection>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isLeaving = false

  /** The open sockets of an application. */
  static of(settings: CallSettings): AppSockets {
    return (settings.sockets ??= new AppSockets()) as AppSockets
  }

  /** Tracks a connection until `remove()`. */
  add(connection: Connection): void {
    // Randomized, so that connections that opened together are not pinged together.
    connection.pingAt = Math.round(
      wholeNow() + connection.route.limits.heartbeatSeconds * (500 + Math.random() * 500),
    )
    this.#open.add(connection)
    this.#timer ??= startTimer(() => this.#look())
    if (this.#isLeaving) connection.close(1001, "going away")
  }
  remove(connection: Connection): void {
    if (!this.#open.delete(connection)) return
    this.places.release(connection.place)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async leave(milliseconds: number): Promise<void> {
    this.#isLeaving = true
    const all = [...this.#open]
    const began = wholeNow()
    for (const [at, connection] of all.entries()) {
      const wait = began + (milliseconds * at) / all.length - wholeNow()
      if (wait > 0) await sleep(wait)
      connection.close(1001, "going away")
    }
    const until = wholeNow() + closeGrace
    while (this.#open.size > 0 && wholeNow() < until) await sleep(10)
    for (const connection of this.#open) connection.cut()
  }

  #look(): void {
    const now = wholeNow()
    for (const connection of this.#open) {
      const { heartbeatSeconds, idleSeconds } = connection.route.limits
      if (!connection.isOpen) continue
      if (idleSeconds > 0 && now - connection.lastMessage > idleSeconds * 1_000)
        connection.close(1000, "idle")
      else if (now >= connection.pingAt) {
        connection.pingAt = now + heartbeatSeconds * 1_000
        if (connection.canPing && now - connection.lastSign > heartbeatSeconds * 2_000) connection.cut()
        else connection.ping()
      }
    }
  }
}

function startTimer(look: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(look, lookInterval)
  ;(timer as { unref?(): void }).unref?.()
  return timer
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds))
}
