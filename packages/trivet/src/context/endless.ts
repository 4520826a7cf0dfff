/**
 * A body that goes on until the client leaves. An engine that stops ends it, since waiting for its end would be in vain;
 * whoever listens connects again.
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
