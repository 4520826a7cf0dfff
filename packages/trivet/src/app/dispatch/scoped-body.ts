import { Endless } from "../../context/reply/endless.ts"
import { freePiece, type ReusedPieces } from "../../context/reply/free-piece.ts"
import type { StreamedBody } from "../../context/reply/is-streamed.ts"

type Piece = string | Uint8Array
type Enter = <Result>(work: () => Result) => Result

/**
 * Wraps a body so that its source runs in a scope when it is read or cancelled. The engine that reads it stays outside.
 * The result keeps the properties that engines check: `Endless` and `freePiece`.
 */
export function scopedBody(body: StreamedBody, enter: Enter): AsyncIterable<Piece> {
  const pieces = { [Symbol.asyncIterator]: () => scopedIterator(body, enter) }
  if (body instanceof Endless) return new Endless(pieces as AsyncIterable<string>)
  if (!(freePiece in body)) return pieces
  return { ...pieces, [freePiece]: (piece) => (body as ReusedPieces)[freePiece](piece) } as ReusedPieces
}

function scopedIterator(body: StreamedBody, enter: Enter): AsyncIterator<Piece> {
  const iterator = enter(() => iteratorOf(body))
  return {
    next: () => enter(() => iterator.next()),
    ...(iterator.return !== undefined && { return: () => enter(() => iterator.return!()) }),
  }
}

function iteratorOf(body: StreamedBody): AsyncIterator<Piece> {
  if (!(body instanceof ReadableStream)) return body[Symbol.asyncIterator]()
  // The stream's own iterator would delay a cancel until the next piece arrives, which may be never.
  const reader = body.getReader()
  return {
    next: () => reader.read() as Promise<IteratorResult<Piece>>,
    return: () => reader.cancel().then(() => ({ done: true, value: undefined })),
  }
}
