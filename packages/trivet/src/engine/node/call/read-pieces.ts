import type { IncomingMessage } from "node:http"
import { Fault } from "../../../fault/fault.ts"

/**
 * The pieces of a body. Whoever stops before its end leaves the connection whole, as the reply still has to go out on
 * it; `left` is told when nobody reads any more.
 */
export async function* readPieces(request: IncomingMessage, left: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw new Fault("BODY_INCOMPLETE", {}, { cause })
  } finally {
    left()
  }
}
