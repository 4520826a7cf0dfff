import type { StagedBytes } from "./staged-bytes.ts"

/** The bytes of an upload that is in the store: `files.put()` adds their row instead of storing them a second time. */
export class StagedStream implements AsyncIterable<Uint8Array> {
  readonly staged: StagedBytes

  constructor(staged: StagedBytes) {
    this.staged = staged
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield* await this.staged.open()
  }
}
