import type { IncomingMessage } from "node:http"
import { Fault } from "../../fault/fault.ts"

const nothing = new Uint8Array(0)

/** Reads a whole body. A declared length over the limit is refused before a byte is read. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers["content-length"] ?? 0)
  if (declared > limit) return Promise.reject(new Fault("BODY_TOO_LARGE", { limit }))
  return new Promise((give, refuse) => {
    let first: Buffer | undefined
    let more: Buffer[] | undefined
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        request.pause()
        request.removeAllListeners("data")
        refuse(new Fault("BODY_TOO_LARGE", { limit }))
      } else if (first === undefined) first = chunk
      else (more ??= [first]).push(chunk)
    })
    request.on("end", () => give(more === undefined ? (first ?? nothing) : Buffer.concat(more, length)))
    // Settles nothing where the body is complete already.
    request.on("close", () => refuse(new Fault("BODY_INCOMPLETE", {})))
    request.on("error", () => refuse(new Fault("BODY_INCOMPLETE", {})))
  })
}
