/** Bytes of one part of an upload. S3 demands at least 5 MiB for each but the last, and allows 10,000. */
export const partSize: number = 6 * 1024 ** 2

/** How many parts a process holds in memory at a time. */
const maxBuffers = 8

/** The buffers of parts, which all uploads of a process share: more uploads wait for each other instead of for memory. */
export class PartBuffers {
  readonly #free: Buffer[] = []
  readonly #waiting: ((buffer: Buffer) => void)[] = []
  #count = 0

  /** Takes a buffer, when there is one. Give it back with `release()`. */
  acquire(): Buffer | Promise<Buffer> {
    const free = this.#free.pop()
    if (free !== undefined) return free
    if (this.#count < maxBuffers) {
      this.#count++
      return Buffer.allocUnsafeSlow(partSize)
    }
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }

  /** Gives a buffer to the upload that waits longest. */
  release(buffer: Buffer): void {
    const next = this.#waiting.shift()
    if (next !== undefined) return next(buffer)
    // One is kept for the next upload: a process that stores nothing needs no memory for it.
    if (this.#free.length < 1) this.#free.push(buffer)
    else this.#count--
  }
}

/** The buffers of this process. */
export const partBuffers: PartBuffers = new PartBuffers()
