import { Duplex } from "node:stream"

/**
 * What a listener sees as its connection. Nothing can be read from it: the request's body does not come this way. What
 * is written goes to `take`, which calls back when it is ready for more.
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
    // Whoever closes it with an error is answered through `close`. Unheard it would end the process.
    this.on("error", () => undefined)
  }

  // Settings of a real connection. Its limits are those of the server in front.
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
