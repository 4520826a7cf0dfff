import type { Transform } from "node:stream"
import type { StreamedBody } from "../context/is-streamed.ts"
import { type Pieces, piecesOf } from "../context/pieces.ts"
import type { Encoding } from "./encodings.ts"
import { inTurn } from "./in-turn.ts"

/** How many bytes are compressed at once, if the source has them ready. */
const batchSize = 64 * 1024

type Piece = string | Uint8Array

/**
 * A streamed body, compressed as it comes: what its source has ready is compressed together and passed on before more is
 * asked for. Not a generator, which could not be stopped while it waits for its source and would keep its encoder.
 */
export class EncodedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: StreamedBody
  readonly #encoding: Encoding
  #source: Pieces | undefined
  #encoder: Transform | undefined
  /** The source's next step, if it was asked for before the encoder wanted it. */
  #asked: Promise<IteratorResult<Piece, unknown>> | undefined
  /** What the encoder has given. */
  #encoded: Uint8Array[] = []
  /** Ends the waiting for the encoder. */
  #settle: (error?: Error | null) => void = () => undefined
  #closed = false

  constructor(body: StreamedBody, encoding: Encoding) {
    this.#body = body
    this.#encoding = encoding
  }

  [Symbol.asyncIterator](): this {
    this.#source ??= piecesOf(this.#body)
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      while (!this.#closed) {
        const { batch, last } = await this.#gather()
        await inTurn(() => this.#encode(batch, last))
        if (last) this.#closed = true
        const value = joined(this.#encoded)
        this.#encoded = []
        if (value.length > 0) return { done: false, value }
      }
      return { done: true, value: undefined }
    } catch (error) {
      this.close()
      throw error
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.close()
    return { done: true, value: undefined }
  }

  /** Ends it: the source is told to stop, and the encoder lets go of its memory. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#source?.cancel()
    this.#encoder?.destroy()
    this.#settle()
  }

  /** What the source has ready: at least one piece, and no more than fill a batch. */
  async #gather(): Promise<{ batch: readonly Piece[]; last: boolean }> {
    const batch: Piece[] = []
    let turn: Promise<undefined> | undefined
    for (let size = 0; size < batchSize;) {
      this.#asked ??= this.#source!.next()
      const step = await (batch.length === 0
        ? this.#asked
        : Promise.race([this.#asked, (turn ??= nextTurn())]))
      // The rest takes its time, and nobody shall wait for it to read this.
      if (step === undefined) break
      this.#asked = undefined
      if (step.done === true) return { batch, last: true }
      batch.push(step.value)
      size += step.value.length
    }
    return { batch, last: false }
  }

  async #encode(batch: readonly Piece[], last: boolean): Promise<void> {
    // It may have been told to stop while it waited.
    if (this.#closed) return
    const encoder = (this.#encoder ??= this.#createEncoder())
    const bytes = joined(batch.map(bytesOf))
    await new Promise<void>((done, fail) => {
      this.#settle = (error) => (error ? fail(error) : done())
      if (last) encoder.end(bytes)
      else encoder.write(bytes, (error) => this.#settle(error))
    })
    if (this.#source!.free !== undefined) for (const piece of batch) this.#source!.free(piece)
  }

  #createEncoder(): Transform {
    return this.#encoding
      .createEncoder()
      .on("data", (bytes: Uint8Array) => this.#encoded.push(bytes))
      .on("error", (error) => this.#settle(error))
      .on("end", () => this.#settle())
      .on("close", () => this.#settle())
  }
}

/** After what is ready now, and before what is waited for. */
function nextTurn(): Promise<undefined> {
  return new Promise((go) => setImmediate(go, undefined))
}

function bytesOf(piece: Piece): Uint8Array {
  return typeof piece === "string" ? Buffer.from(piece) : piece
}

function joined(list: readonly Uint8Array[]): Uint8Array {
  return list.length === 1 ? list[0]! : Buffer.concat(list)
}
