/**
 * A body that only ends when the client disconnects. An engine that stops must end it itself; the client is expected to
 * reconnect.
 */
export class Endless implements AsyncIterable<string> {
  readonly #source: AsyncIterable<string>

  constructor(source: AsyncIterable<string>) {
    this.#source = source
  }
  [Symbol.asyncIterator](): AsyncIterator<string> {
    return this.#source[Symbol.asyncIterator]()
  }
}
