import type { Call } from "../context/call.ts"
import type { CallSettings } from "../context/call.ts"
import { clientNetwork } from "../context/ip-address.ts"
import type { OpenSockets } from "../context/upgrade-reply.ts"
import { Fault } from "../fault/fault.ts"
import { systemClock } from "../store/clock.ts"
import type { Connection, ConnectionOwner } from "./connection.ts"
import { isStillAllowed } from "./is-still-allowed.ts"
import type { SocketRoute } from "./socket-route.ts"

/** How often the connections are looked at, in milliseconds. */
const lookInterval = 100
/** How long clients have to answer a close before they are cut, in milliseconds. */
const closeGrace = 1_000

interface Watched {
  readonly call: Call
  readonly keys: readonly string[]
  /** By the monotonic clock. */
  recheckAt: number
  pingAt: number
  /** Since when the guards could not decide. */
  undecidedSince: number | undefined
}

/** All open sockets of one application: how many each client has, who is still there, and who may still be. */
export class AppSockets implements ConnectionOwner, OpenSockets {
  readonly #open = new Map<Connection, Watched>()
  readonly #counts = new Map<string, number>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isLeaving = false

  /** Those of an application. */
  static of(settings: CallSettings): AppSockets {
    return (settings.sockets ??= new AppSockets()) as AppSockets
  }

  /** Raises a fault for a client that has as many connections as it may have. Otherwise it has one more. */
  reserve(call: Call, limits: SocketRoute["limits"]): readonly string[] {
    const user = call.get("user_id" as never) as string | number | undefined
    const keys: string[] = []
    for (const [limit, who] of [
      ["perUser", user === undefined ? undefined : `the user ${user}`],
      ["perNetwork", call.address === "" ? undefined : `the network ${clientNetwork(call.address)}`],
    ] as const) {
      if (who === undefined) continue
      const count = this.#counts.get(who) ?? 0
      if (count < limits[limit]) keys.push(who)
      else throw new Fault("SOCKETS_TOO_MANY", { who, count, limit, route: `GET ${call.pattern ?? ""}` })
    }
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return keys.slice()
  }

  /** Gives back what `reserve()` has taken. */
  release(keys: readonly string[]): void {
    for (const key of keys) {
      const count = this.#counts.get(key)! - 1
      if (count > 0) this.#counts.set(key, count)
      else this.#counts.delete(key)
    }
  }

  /** Looks after a connection until `remove()`. */
  add(connection: Connection, call: Call, keys: readonly string[]): void {
    const now = systemClock.monotonic()
    const { recheckSeconds, heartbeatSeconds } = connection.route.limits
    // Spread, also where many came at the same time.
    const first = (seconds: number) => now + seconds * 1_000 * (0.5 + Math.random() / 2)
    const [recheckAt, pingAt] = [first(recheckSeconds), first(heartbeatSeconds)]
    this.#open.set(connection, { call, keys, recheckAt, pingAt, undecidedSince: undefined })
    this.#timer ??= startTimer(() => this.#look())
    if (this.#isLeaving) connection.close(1001, "going away")
  }
  remove(connection: Connection): void {
    const watched = this.#open.get(connection)
    if (watched === undefined) return
    this.#open.delete(connection)
    this.release(watched.keys)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async leave(milliseconds: number): Promise<void> {
    this.#isLeaving = true
    const all = [...this.#open.keys()]
    const began = systemClock.monotonic()
    for (const [at, connection] of all.entries()) {
      const wait = began + (milliseconds * at) / all.length - systemClock.monotonic()
      if (wait > 0) await sleep(wait)
      connection.close(1001, "going away")
    }
    const until = systemClock.monotonic() + closeGrace
    while (this.#open.size > 0 && systemClock.monotonic() < until) await sleep(10)
    for (const connection of this.#open.keys()) connection.cut()
  }

  #look(): void {
    const now = systemClock.monotonic()
    for (const [connection, watched] of this.#open) {
      const { heartbeatSeconds, idleSeconds } = connection.route.limits
      if (!connection.isOpen) continue
      if (idleSeconds > 0 && now - connection.lastMessage > idleSeconds * 1_000)
        connection.close(1000, "idle")
      else if (now >= watched.pingAt) {
        watched.pingAt = now + heartbeatSeconds * 1_000
        if (connection.canPing && now - connection.lastSign > heartbeatSeconds * 2_000) connection.cut()
        else connection.ping()
      } else if (now >= watched.recheckAt) {
        // Not again before it is known: a slow store must not get more and more questions.
        watched.recheckAt = Infinity
        void this.#recheck(connection, watched)
      }
    }
  }

  async #recheck(connection: Connection, watched: Watched): Promise<void> {
    const answer = await isStillAllowed(watched.call, connection.route)
    const now = systemClock.monotonic()
    watched.recheckAt = now + connection.route.limits.recheckSeconds * 1_000
    if (answer === true) watched.undecidedSince = undefined
    else if (answer === false) connection.close(1008, "the credentials have ended")
    else if (now - (watched.undecidedSince ??= now) > longestUndecided)
      connection.close(1013, "the credentials cannot be checked")
  }
}

/** How long a connection stays open while its guards fail, in milliseconds. */
const longestUndecided = 10_000

function startTimer(look: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(look, lookInterval)
  ;(timer as { unref?(): void }).unref?.()
  return timer
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds))
}
