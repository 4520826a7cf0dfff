import { Duplex } from "node:stream"

/**
 * The connection as a listener sees it. Nothing can be read from it, because the request body is passed separately.
 * Writes go to `take`, which calls back when it is ready for more.
 */
export class ListenerSocket extends Duplex {
  readonly remoteAddress: string | undefined
  readonly encrypted: boolean
  readonly #take: (bytes: Buffer, taken: () => void) => void

  constructor(
    client: { readonly address: string | undefined; readonly secure: boolean },
    take: (bytes: Buffer, taken: () => void) => void,
  ) {
    super()
    this.remoteAddress = client.address
    this.encrypted = client.secure
    this.#take = take
    // If it is closed with an error, `close` handles it. An unhandled `error` event would crash the process.
    this.on("error", () => undefined)
  }

  // Settings of a real connection, ignored: the actual server has its own limits.
  setTimeout(): this {
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

  // oxlint-disable-next-line no-underscore-dangle -- Node's name for it
  override _read(): void {}
  // oxlint-disable-next-line no-underscore-dangle -- Node's name for it
  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take(bytes, done)
  }
}
