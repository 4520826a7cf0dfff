import type { Socket } from "node:net"

/** Progress of a reply that the client has not fully read, at the last check. */
export interface Reading {
  readonly at: number
  /** Number of bytes of the connection's replies that the operating system had accepted. */
  readonly taken: number
}

/**
 * A client must read `leastTaken` bytes within this many milliseconds. The time is long because the operating system
 * accepts bytes in steps of up to 1.4 MB if its buffers have grown: a client that reads 100 KB/s then causes one step
 * every 14 s.
 */
const readerPatience = 30_000
const leastTaken = 32 * 1024
/**
 * Maximum number of bytes that wait for all clients together. Above it, clients that have read nothing for
 * `shortPatience` milliseconds are closed, the one that stalled first before the others.
 */
const mostWaiting = 256 * 1024 * 1024
const shortPatience = 2_000

/** Node's counters of a connection's writes. Other runtimes have no such handle, so clients are not checked there. */
interface WriteHandle {
  readonly bytesWritten?: number
  readonly writeQueueSize?: number
}

interface Waiting {
  readonly socket: Socket
  readonly since: number
  readonly bytes: number
}

/**
 * One check of the clients of all replies. It does not use `writableLength`, which hides progress: a body written in
 * one piece counts there until its last byte is accepted.
 */
export class SlowReaders {
  readonly #now: number
  readonly #waiting: Waiting[] = []
  #bytes = 0

  constructor(now: number) {
    this.#now = now
  }

  /** Checks one client. Returns `"slow"` if it must be closed, its progress otherwise, and `undefined` if no bytes wait. */
  judge(socket: Socket, before: Reading | undefined): Reading | "slow" | undefined {
    if (socket.writableLength === 0) return undefined
    // oxlint-disable-next-line no-underscore-dangle -- Node's name for it
    const handle = (socket as { readonly _handle?: WriteHandle | null })._handle
    const { writeQueueSize: bytes = 0, bytesWritten = 0 } = handle ?? {}
    if (bytes === 0) return undefined
    const taken = bytesWritten - bytes
    if (before === undefined || taken - before.taken >= leastTaken) {
      this.#bytes += bytes
      return { at: this.#now, taken }
    }
    if (this.#now - before.at > readerPatience) return "slow"
    this.#bytes += bytes
    if (this.#now - before.at > shortPatience) this.#waiting.push({ socket, since: before.at, bytes })
    return before
  }

  /** The connections to close because too many bytes wait in total. */
  *surplus(): Generator<Socket> {
    if (this.#bytes <= mostWaiting) return
    for (const { socket, bytes } of this.#waiting.toSorted((one, other) => one.since - other.since)) {
      if (this.#bytes <= mostWaiting) return
      this.#bytes -= bytes
      yield socket
    }
  }
}
