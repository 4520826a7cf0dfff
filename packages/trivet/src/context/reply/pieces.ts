import { freePiece, type ReusedPieces } from "./free-piece.ts"
import { isStreamed, type StreamedBody } from "./is-streamed.ts"
import type { ReplyBody } from "./reply.ts"

/** The reader of a streamed body. */
export interface Pieces {
  next(): Promise<IteratorResult<string | Uint8Array, unknown>>
  /**
   * Cancels the source. A stream stops immediately, even while a read is pending; a generator stops after that read.
   * Returns a promise, which never rejects, if there is something to wait for.
   */
  cancel(): unknown
  /**
   * Returns a piece for reuse, after all its bytes were handed to the operating system. Only for sources that reuse
   * pieces.
   */
  free?(piece: string | Uint8Array): void
}

/** Starts to read a streamed body. Throws if another reader has locked it. */
export function piecesOf(body: StreamedBody): Pieces {
  return body instanceof ReadableStream ? ofStream(body) : ofIterable(body)
}

function ofStream(stream: ReadableStream<Uint8Array>): Pieces {
  // The stream's own iterator would delay a cancel until the next piece arrives, which may be never.
  const reader = stream.getReader()
  return {
    next: () => reader.read(),
    cancel: () => reader.cancel().catch(() => undefined),
  }
}

function ofIterable(iterable: AsyncIterable<string | Uint8Array>): Pieces {
  const iterator = iterable[Symbol.asyncIterator]()
  return {
    next: () => iterator.next(),
    cancel: () => iterator.return?.()?.then(undefined, () => undefined),
    ...(freePiece in iterable && {
      free: (piece) => (iterable as ReusedPieces)[freePiece](piece as Uint8Array),
    }),
  }
}

/** Cancels a body that will not be read. */
export function dropBody(body: ReplyBody | undefined): void {
  if (!isStreamed(body)) return
  try {
    piecesOf(body).cancel()
  } catch {
    // Another reader has locked it, and decides when it ends.
  }
}
