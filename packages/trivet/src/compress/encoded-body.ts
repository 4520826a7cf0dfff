import type { Transform } from "node:stream"
import type { StreamedBody } from "../context/reply/is-streamed.ts"
import { type Pieces, piecesOf } from "../context/reply/pieces.ts"
import type { Encoding } from "./encodings.ts"
import { inTurn } from "./in-turn.ts"

/** Maximum number of bytes that are compressed at once, if the source has them ready. */
const batchSize = 64 * 1024

type Piece = string | Uint8Array

/**
 * A streamed body that is compressed as it arrives: the data that the source has ready is compressed together and
 * passed on before more is read. Not a generator, because a generator cannot be stopped while it awaits its source, and
 * would keep its encoder.
 */
export class EncodedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: StreamedBody
  readonly #encoding: Encoding
  #source: Pieces | undefined
  #encoder: Transform | undefined
  /** The source's next step, if it was requested but not consumed yet. */
  #asked: Promise<IteratorResult<Piece, unknown>> | undefined
  /** The output of the encoder. */
  #encoded: Uint8Array[] = []
  /** Resolves or rejects the pending wait for the encoder. */
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

  /** Cancels the source and frees the encoder. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#source?.cancel()
    this.#encoder?.destroy()
    this.#settle()
  }

  /** The pieces that the source has ready: at least one, and no more than a batch. */
  async #gather(): Promise<{ batch: readonly Piece[]; last: boolean }> {
    const batch: Piece[] = []
    let turn: Promise<undefined> | undefined
    for (let size = 0; size < batchSize;) {
      this.#asked ??= this.#source!.next()
      const step = await (batch.length === 0
        ? this.#asked
        : Promise.race([this.#asked, (turn ??= nextTurn())]))
      // The next piece is not ready: pass on what is available.
      if (step === undefined) break
      this.#asked = undefined
      if (step.done === true) return { batch, last: true }
      batch.push(step.value)
      size += step.value.length
    }
    return { batch, last: false }
  }

  async #encode(batch: readonly Piece[], last: boolean): Promise<void> {
    // It may have been closed while waiting.
    if (this.#closed) return
    const encoder = (this.#encoder ??= this.#createEncoder())
    const bytes = joined(batch.map(bytesOfPiece))
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

/** Resolves after the pieces that are ready now, and before those that wait for I/O. */
function nextTurn(): Promise<undefined> {
  return new Promise((go) => setImmediate(go, undefined))
}

function bytesOfPiece(piece: Piece): Uint8Array {
  return typeof piece === "string" ? Buffer.from(piece) : piece
}

function joined(list: readonly Uint8Array[]): Uint8Array {
  return list.length === 1 ? list[0]! : Buffer.concat(list)
}
