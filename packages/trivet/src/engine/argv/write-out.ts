import type { Writable } from "node:stream"
import type { ReplyBody } from "../../context/reply.ts"

/** Tells a failed write from a failure of what makes the text: the reader is gone, or the disk is full. */
export class WriteFailure extends Error {
  override readonly name = "WriteFailure"
  /** The system's code, such as `EPIPE` and `ENOSPC`. */
  readonly code: unknown

  constructor(cause: Error) {
    super(cause.message, { cause })
    this.code = "code" in cause ? cause.code : undefined
  }
}

const breath = 20

/**
 * Writes a body to its end, or until the signal. It waits for whoever reads; a reader that goes away raises a
 * `WriteFailure`.
 */
export async function writeOut(
  stream: Writable,
  body: ReplyBody | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (body === null || body === undefined || body === "") return
  // The stream reports a failed write twice, to the write and as an event; unheard, the event would end the process.
  const unheard = () => undefined
  stream.on("error", unheard)
  if (typeof body === "string" || body instanceof Uint8Array) await write(stream, body)
  else await writeAll(stream, body, signal)
  stream.off("error", unheard)
}

async function writeAll(
  stream: Writable,
  chunks: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let rested = performance.now()
  for await (const chunk of chunks) {
    if (signal?.aborted === true) return
    await write(stream, chunk)
    if (performance.now() - rested < breath) continue
    // Where neither the source nor the stream waits for anything, Ctrl-C would never be heard.
    await new Promise(setImmediate)
    rested = performance.now()
  }
}

function write(stream: Writable, chunk: string | Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(chunk, (error) => {
      if (error) fail(new WriteFailure(error))
      else done()
    })
  })
}
