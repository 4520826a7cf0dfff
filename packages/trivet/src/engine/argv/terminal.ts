import type { ReplyBody } from "../../context/reply/reply.ts"
import { red } from "../../platform/cli/colors.ts"
import { Output } from "./output.ts"
import { WriteFailure } from "./write-failure.ts"

/** The terminal of a program: results go to standard output, errors to standard error; input comes from standard input. */
export class Terminal {
  readonly name: string
  readonly colors: boolean
  readonly #out = new Output(1)
  readonly #asked: boolean | undefined

  constructor(name: string, colors: boolean | undefined) {
    this.name = name
    this.colors = colors ?? this.#out.takesColors
    this.#asked = colors
  }

  get columns(): number | undefined {
    return this.#out.columns
  }

  /**
   * Watches standard output: `failed` rejects if a write of other code fails, such as a `console.log()` in a command.
   * Without a listener, the `error` event would crash the process.
   */
  watch(): { readonly failed: Promise<never>; readonly stop: () => void } {
    const { stream } = this.#out
    const { promise: failed, reject } = Promise.withResolvers<never>()
    const hear = (error: Error) => reject(new WriteFailure(error))
    stream.on("error", hear)
    return { failed, stop: () => void stream.off("error", hear) }
  }

  /** Standard input. On a terminal, prints a note that input is expected. */
  input(): AsyncIterable<Uint8Array> {
    const { stdin, stderr } = process
    if (stdin.isTTY && stderr.isTTY) stderr.write(`${this.name} reads what you type: end it with Ctrl-D\n`)
    return stdin
  }

  /** Writes a result. */
  async print(body: ReplyBody | undefined, signal?: AbortSignal): Promise<number> {
    await this.#out.write(body, signal)
    return 0
  }

  /** Writes an error, after the program's name. */
  async complain(body: ReplyBody | undefined, code: number): Promise<number> {
    const output = new Output(2)
    const text = typeof body === "string" ? `${this.name}: ${body.trimEnd()}` : body
    const told =
      typeof text !== "string" ? text : `${(this.#asked ?? output.takesColors) ? red(text) : text}\n`
    // Standard error is closed too, so the error cannot be reported.
    await output.write(told).catch((error: unknown) => {
      if (!(error instanceof WriteFailure)) throw error
    })
    return code
  }

  /** The exit code of some work. Reports failed writes; a reader that closed the pipe early (`EPIPE`) is not an error. */
  async guard(work: () => Promise<number>): Promise<number> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof WriteFailure)) throw error
      if (error.code === "EPIPE") return 0
      const reason = error.code === "ENOSPC" ? "no space is left on the device" : error.message
      return this.complain(`the output could not be written: ${reason}`, 1)
    }
  }
}
