import type { ReplyBody } from "../../context/reply.ts"
import { red } from "../../platform/cli/colours.ts"
import { writeOut, WriteFailure } from "./write-out.ts"

/** Where a program writes: results to standard output, complaints to standard error. */
export class Terminal {
  readonly name: string
  readonly columns: number | undefined
  readonly colours: boolean
  readonly #asked: boolean | undefined
  /** Rejects when standard output fails by a write that was not ours, such as a `console.log()` in a command. */
  readonly gone: Promise<never>

  constructor(name: string, colours: boolean | undefined) {
    this.name = name
    this.columns = process.stdout.isTTY ? process.stdout.columns : undefined
    this.colours = colours ?? takesColours(process.stdout)
    this.#asked = colours
    this.gone = new Promise((_, fail) => {
      // Unheard, the event would end the process with a stack.
      process.stdout.on("error", (error) => fail(new WriteFailure(error)))
    })
    this.gone.catch(() => undefined)
  }

  /** Writes a result. */
  async print(body: ReplyBody | undefined, signal?: AbortSignal): Promise<number> {
    await writeOut(process.stdout, body, signal)
    return 0
  }

  /** Writes what went wrong, after the program's name. */
  async complain(body: ReplyBody | undefined, code: number): Promise<number> {
    if (typeof body !== "string") await writeOut(process.stderr, body)
    else {
      const text = `${this.name}: ${body.trimEnd()}`
      const told = (this.#asked ?? takesColours(process.stderr)) ? red(text) : text
      // Nobody is left to be told that nobody can be told.
      await writeOut(process.stderr, `${told}\n`).catch(() => undefined)
    }
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

function takesColours(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb"
}
