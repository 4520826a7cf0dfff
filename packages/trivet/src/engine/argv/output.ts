import type { ReplyBody } from "../../context/reply.ts"
import { WriteFailure } from "./write-failure.ts"

// Not an import statement: making the exports of a `node:` module readable costs more than using it.
const { fstatSync, writeSync } = process.getBuiltinModule("node:fs")

const breath = 20

/**
 * Standard output or standard error. Their streams are opened where they are needed: that loads a good part of Node,
 * and a text for a pipe or a file can be written without.
 */
export class Output {
  readonly #file: 1 | 2
  readonly isTerminal: boolean

  constructor(file: 1 | 2) {
    this.#file = file
    this.isTerminal = isDevice(file) && this.stream.isTTY
  }

  get stream(): NodeJS.WriteStream {
    return this.#file === 1 ? process.stdout : process.stderr
  }

  /** Its width; `undefined` where it is no terminal. */
  get columns(): number | undefined {
    return this.isTerminal ? this.stream.columns : undefined
  }

  /** Whether text for it may be colored, as far as the environment says. */
  get takesColors(): boolean {
    return this.isTerminal && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb"
  }

  /** Writes a body to its end, or until the signal. It waits for whoever reads; one who goes away raises a `WriteFailure`. */
  async write(body: ReplyBody | undefined, signal?: AbortSignal): Promise<void> {
    if (body === null || body === undefined || body === "") return
    const chunks = typeof body === "string" || body instanceof Uint8Array ? this.#writeNow(body) : body
    if (chunks === undefined) return
    // The stream reports a failed write twice, to the write and as an event; unheard, the event would end the process.
    const unheard = () => undefined
    const { stream } = this
    stream.on("error", unheard)
    if (chunks instanceof Uint8Array) await write(stream, chunks)
    else await writeAll(stream, chunks, signal)
    stream.off("error", unheard)
  }

  /** Writes what can be written at once, and gives the rest. */
  #writeNow(body: string | Uint8Array): Uint8Array | undefined {
    let rest = typeof body === "string" ? new TextEncoder().encode(body) : body
    // Elsewhere the stream may still hold earlier text.
    if (this.isTerminal || process.platform === "win32") return rest
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#file, rest))
      return undefined
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EAGAIN") return rest
      throw new WriteFailure(error)
    }
  }
}

async function writeAll(
  stream: NodeJS.WriteStream,
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

function write(stream: NodeJS.WriteStream, chunk: string | Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(chunk, (error) => {
      if (error) fail(new WriteFailure(error))
      else done()
    })
  })
}

function isDevice(file: number): boolean {
  try {
    return fstatSync(file).isCharacterDevice()
  } catch {
    return false
  }
}
