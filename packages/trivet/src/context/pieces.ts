import { freePiece, type ReusedPieces } from "./free-piece.ts"
import { isStreamed, type StreamedBody } from "./is-streamed.ts"
import type { ReplyBody } from "./reply.ts"

/** A body that comes in pieces. */
export interface Pieces {
  next(): Promise<IteratorResult<string | Uint8Array, unknown>>
  /**
   * Tells the source to stop. A stream stops also while its next piece is being waited for, a generator after it. Gives a
   * promise of that, which never rejects, where there is something to wait for.
   */
  cancel(): unknown
  /** Takes back a piece of which every byte is with the system, where the source fills it again. */
  free?(piece: string | Uint8Array): void
}

/** Takes a body that comes in pieces. Raises an error where somebody else is reading it. */
export function piecesOf(body: StreamedBody): Pieces {
  return body instanceof ReadableStream ? ofStream(body) : ofIterable(body)
}

function ofStream(stream: ReadableStream<Uint8Array>): Pieces {
  // Its iterator would hold back a cancel until the next piece has come, which may be never.
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

/** Lets go of a body that nobody will read. */
export function dropBody(body: ReplyBody | undefined): void {
  if (!isStreamed(body)) return
  try {
    piecesOf(body).cancel()
  } catch {
    // Somebody else is reading it already, and decides when it ends.
  }
}
