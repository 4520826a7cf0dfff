import type { Socket } from "node:net"

/** Where a reply that waits for its reader stood when it was looked at. */
export interface Reading {
  readonly at: number
  /** How many bytes the system had taken of the connection's replies. */
  readonly taken: number
}

/**
 * A reader must take `leastTaken` bytes within so many milliseconds. So long because the system takes bytes in steps of
 * up to 1.4 MB where its buffers have grown: a client that reads 100 KB/s then makes one step every 14 s.
 */
const readerPatience = 30_000
const leastTaken = 32 * 1024
/**
 * So many bytes may wait for all readers together. When there are more, those that have taken nothing for
 * `shortPatience` are closed, the longest first.
 */
const mostWaiting = 256 * 1024 * 1024
const shortPatience = 2_000

/** What Node keeps of a connection's writes. Other runtimes have no such handle, and their readers are not judged. */
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
 * One look at the readers of all replies. `writableLength` would not show their pace: a body that is written in one piece
 * counts there until its last byte is taken.
 */
export class SlowReaders {
  readonly #now: number
  readonly #waiting: Waiting[] = []
  #bytes = 0

  constructor(now: number) {
    this.#now = now
  }

  /** Judges one: `"slow"` where it must be closed, else where it stands now; `undefined` where no byte waits for it. */
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

  /** Those to be closed because too much waits in all. */
  *surplus(): Generator<Socket> {
    if (this.#bytes <= mostWaiting) return
    for (const { socket, bytes } of this.#waiting.toSorted((one, other) => one.since - other.since)) {
      if (this.#bytes <= mostWaiting) return
      this.#bytes -= bytes
      yield socket
    }
  }
}
