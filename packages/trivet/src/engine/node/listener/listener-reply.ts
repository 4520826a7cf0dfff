import { isBodiless, isFinalStatus } from "../../../context/reply/reply.ts"
import { Fault } from "../../../fault/fault.ts"
import { PieceStream } from "./piece-stream.ts"
import { createHeadReader } from "./read-head.ts"

/** A reply that a listener is writing. */
export interface ListenerReply {
  /** Resolves as soon as the head is complete. */
  readonly response: Promise<Response>
  /** Receives what Node writes. Calls back when the reader of the body wants more. */
  take(bytes: Buffer, taken: (error?: Error) => void): void
  end(): void
  /** Ends the reply with an error, so that a reader of the body does not take it as complete. */
  fail(error: unknown): void
}

/** Creates a reply. `cancel` is called when the reader of the body stops early. */
export function createListenerReply(method: string, cancel: () => void): ListenerReply {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const readHead = createHeadReader()
  let started = false
  let body: PieceStream | undefined
  const afterHead = (bytes: Buffer): Buffer | undefined => {
    if (started) return bytes
    const read = readHead(bytes)
    if (read === undefined) return undefined
    const { status, headers } = read.head
    started = true
    if (!isFinalStatus(status))
      throw new Fault("STATUS_INVALID", { status, where: "The listener of `fromNode()`" })
    if (method !== "HEAD" && !isBodiless(status)) body = new PieceStream(cancel)
    resolve(new Response(body?.stream ?? null, { status, headers }))
    return read.rest
  }
  return {
    response: promise,
    take: (bytes, taken) => {
      try {
        const piece = afterHead(bytes)
        if (body === undefined || piece === undefined || piece.length === 0) taken()
        else body.offer(piece, taken)
      } catch (error) {
        taken(error as Error)
      }
    },
    end: () => body?.end(),
    fail: (error) => {
      reject(error)
      body?.fail(error)
    },
  }
}
