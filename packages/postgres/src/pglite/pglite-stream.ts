import { Duplex } from "node:stream"

/** The methods of PGlite that are used. It is an optional package, so its types cannot be imported here. */
export interface PGlite {
  execProtocolRaw(message: Uint8Array): Promise<Uint8Array>
  exec(query: string): Promise<unknown>
  dumpDataDir(compression: "none"): Promise<Blob>
  close(): Promise<void>
}

const terminate = "X".charCodeAt(0)

/**
 * A socket whose other end is PGlite, in this process. The driver speaks the PostgreSQL protocol over it as with a
 * server, so types, errors and prepared statements are the same. PGlite has one session: one stream at a time.
 */
export class PGliteStream extends Duplex {
  readonly #open: () => Promise<PGlite>
  #fresh = true

  constructor(open: () => Promise<PGlite>) {
    super()
    this.#open = open
  }

  /** The methods of a socket that the driver calls. */
  connect(): this {
    this.#open().then(
      () => this.emit("connect"),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    void this.#answer(chunk, done)
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    void this.#answer(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  async #answer(bytes: Buffer, done: (error?: Error | null) => void): Promise<void> {
    try {
      await this.#send(bytes)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async #send(bytes: Buffer): Promise<void> {
    if (bytes[0] === terminate) {
      this.push(null)
      return
    }
    const pglite = await this.#open()
    if (this.#fresh) {
      this.#fresh = false
      // The session outlives its streams, including an open transaction and the names of prepared statements.
      await pglite.exec("rollback")
      await pglite.exec("discard all")
    }
    const answer = await pglite.execProtocolRaw(bytes)
    if (!this.destroyed) this.push(Buffer.from(answer))
  }
}
