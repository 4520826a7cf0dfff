import type { Reply } from "trivet"
import type { Incoming } from "trivet/extend"
import type { KeptBody } from "./recorded-call.ts"

/** Keeps a copy of a request's body while the application reads it. Unread parts are not kept. */
export function keepRequestBody(incoming: Incoming, body: KeptBody): void {
  const bytes = incoming.bytes.bind(incoming)
  const stream = incoming.stream.bind(incoming)
  // On the object itself: its class has private fields, which a copy would not have.
  Object.defineProperties(incoming, {
    bytes: {
      configurable: true,
      value: async (limit: number) => {
        const read = await bytes(limit)
        body.add(read)
        return read
      },
    },
    stream: {
      configurable: true,
      value: () => kept(stream(), body),
    },
  })
}

async function* kept(pieces: AsyncIterable<Uint8Array>, body: KeptBody): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    body.add(piece)
    yield piece
  }
}

/**
 * Keeps a copy of a reply's body and then calls `done`. A streamed body is copied while it is sent, in the scope of its
 * call.
 */
export function keepReplyBody(reply: Reply, body: KeptBody, enter: Enter, done: () => void): void {
  const { body: given } = reply
  if (given === null || given === undefined) return done()
  if (typeof given === "string" || given instanceof Uint8Array) {
    body.add(given)
    return done()
  }
  // Also if the body fails, or is never read.
  const { done: ended } = reply
  reply.done = (outcome) => {
    done()
    return ended?.(outcome)
  }
  const iterate = given instanceof ReadableStream ? () => readerOf(given) : iteratorOf(given)
  const begin = () => keptIterator(enter(iterate), body, enter, done)
  reply.body = given instanceof ReadableStream ? { [Symbol.asyncIterator]: begin } : derived(given, begin)
}

/** The framework's name for the method that recycles a written piece. */
const freePiece = "trivet:free-piece"

/** A copy of a body with another iterator. The original may be sent again. */
function derived(body: AsyncIterable<Piece>, begin: () => AsyncIterator<Piece>): AsyncIterable<Piece> {
  const free = (body as { [freePiece]?: (piece: Piece) => void })[freePiece]
  return Object.create(body, {
    [Symbol.asyncIterator]: { value: begin },
    // Bound, because the fields are private to the original.
    ...(free !== undefined && { [freePiece]: { value: free.bind(body) } }),
  }) as AsyncIterable<Piece>
}

type Piece = string | Uint8Array
type Enter = <Result>(work: () => Result) => Result

function iteratorOf(body: AsyncIterable<Piece>): () => AsyncIterator<Piece> {
  return body[Symbol.asyncIterator].bind(body)
}

/** The stream's own iterator would delay a cancel until the next piece arrives. */
function readerOf(body: ReadableStream<Uint8Array>): AsyncIterator<Piece> {
  const reader = body.getReader()
  return {
    next: () => reader.read() as Promise<IteratorResult<Piece>>,
    return: () => reader.cancel().then(() => ({ done: true, value: undefined })),
  }
}

function keptIterator(
  iterator: AsyncIterator<Piece>,
  body: KeptBody,
  enter: Enter,
  done: () => void,
): AsyncIterator<Piece> {
  return {
    next: async () => {
      const step = await enter(() => iterator.next())
      if (step.done === true) done()
      else body.add(step.value)
      return step
    },
    return: async () => {
      done()
      return (await enter(() => iterator.return?.())) ?? { done: true, value: undefined }
    },
  }
}
