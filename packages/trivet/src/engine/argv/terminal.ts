import type { ReplyBody } from "../../context/reply.ts"
import { red } from "../../platform/cli/colors.ts"
import { Output } from "./output.ts"
import { WriteFailure } from "./write-failure.ts"

/** Where a program writes, results to standard output and complaints to standard error, and what it reads. */
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
   * Watches standard output: `failed` rejects when a write fails that was not ours, such as a `console.log()` in a
   * command. Without a listener the event would end the process with a stack.
   */
  watch(): { readonly failed: Promise<never>; readonly stop: () => void } {
    const { stream } = this.#out
    const { promise: failed, reject } = Promise.withResolvers<never>()
    const hear = (error: Error) => reject(new WriteFailure(error))
    stream.on("error", hear)
    return { failed, stop: () => void stream.off("error", hear) }
  }

  /** Standard input. Whoever sits before it is told that something is waited for. */
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

  /** Writes what went wrong, after the program's name. */
  async complain(body: ReplyBody | undefined, code: number): Promise<number> {
    const output = new Output(2)
    const text = typeof body === "string" ? `${this.name}: ${body.trimEnd()}` : body
    const told =
      typeof text !== "string" ? text : `${(this.#asked ?? output.takesColors) ? red(text) : text}\n`
    // Standard error is closed too: there is nowhere to report this.
    await output.write(told).catch((error: unknown) => {
      if (!(error instanceof WriteFailure)) throw error
    })
    return code
  }

  /** The exit code of some work. What it throws is told here; a reader who has seen enough is no fault. */
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
