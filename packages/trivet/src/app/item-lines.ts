/**
 * Values that come one by one, as a body: texts and bytes as they are, other values as lines of JSON. A platform that
 * writes them in another way reads `values`.
 */
export class ItemLines implements AsyncIterable<string | Uint8Array> {
  readonly values: AsyncIterable<unknown>

  constructor(values: AsyncIterable<unknown>) {
    this.values = values
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string | Uint8Array> {
    for await (const value of this.values)
      yield typeof value === "string" || value instanceof Uint8Array ? value : `${JSON.stringify(value)}\n`
  }
}
