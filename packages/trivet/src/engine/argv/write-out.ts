import type { Writable } from "node:stream"
import type { ReplyBody } from "../../context/reply.ts"

/** Writes a body to its end. It waits for whoever reads; a reader that goes away raises the stream's error. */
export async function writeOut(stream: Writable, body: ReplyBody | undefined): Promise<void> {
  if (body === null || body === undefined || body === "") return
  if (typeof body === "string" || body instanceof Uint8Array) return write(stream, body)
  for await (const chunk of body) await write(stream, chunk)
}

function write(stream: Writable, chunk: string | Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    // The stream reports a failed write twice, here and as an event; unheard, the event would end the process.
    stream.once("error", fail)
    stream.write(chunk, (error) => {
      stream.off("error", fail)
      if (error) fail(error)
      else done()
    })
  })
}
