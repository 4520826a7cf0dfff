import type { ReplyBody } from "../../context/reply/reply.ts"
import { WriteFailure } from "./write-failure.ts"

// Not an import statement, because creating the named exports of a `node:` module costs more than using it.
const { fstatSync, writeSync } = process.getBuiltinModule("node:fs")

const breath = 20

/**
 * Standard output or standard error. Their streams are opened on first use only: that loads a large part of Node, and
 * text for a pipe or a file can be written without them.
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

  /** Its width; `undefined` if it is not a terminal. */
  get columns(): number | undefined {
    return this.isTerminal ? this.stream.columns : undefined
  }

  /** Whether text for it may be colored, according to the environment. */
  get takesColors(): boolean {
    return this.isTerminal && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb"
  }

  /**
   * Writes a whole body, or until the signal is aborted, respecting backpressure. Throws a `WriteFailure` if the reader
   * is gone.
   */
  async write(body: ReplyBody | undefined, signal?: AbortSignal): Promise<void> {
    if (body === null || body === undefined || body === "") return
    const chunks = typeof body === "string" || body instanceof Uint8Array ? this.#writeNow(body) : body
    if (chunks === undefined) return
    // The stream reports a failed write twice: to the write, and as an `error` event, which would crash the process if
    // unhandled.
    const unheard = () => undefined
    const { stream } = this
    stream.on("error", unheard)
    if (chunks instanceof Uint8Array) await write(stream, chunks)
    else await writeAll(stream, chunks, signal)
    stream.off("error", unheard)
  }

  /** Writes what can be written synchronously, and returns the rest. */
  #writeNow(body: string | Uint8Array): Uint8Array | undefined {
    let rest = typeof body === "string" ? new TextEncoder().encode(body) : body
    // On a terminal and on Windows, the stream may still hold earlier text.
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
    // If neither the source nor the stream ever waits, Ctrl-C would not be handled.
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
