import { createProgress, type Progress } from "trivet/cli"
import type { BegunPhase } from "./run-phases.ts"

/**
 * Shows on standard error what a run does: on a terminal one line with the phase, the calls and the elapsed time;
 * otherwise a line for each phase.
 */
export class FuzzProgress {
  readonly #seconds: number
  readonly #progress: Progress
  readonly #began = performance.now()
  #timer: NodeJS.Timeout | undefined

  constructor(seconds: number) {
    this.#seconds = seconds
    this.#progress = createProgress({ label: "fuzz: starting the program" })
    this.#tell("starting the program")
  }

  /** The program has started. */
  learns(): void {
    this.#progress.label(`fuzz: learning the routes, at most ${this.#seconds} s,`)
    this.#tell("learning the routes")
  }

  /** A phase begins. */
  begins({ name, at, of, sent }: BegunPhase): void {
    clearInterval(this.#timer)
    const show = () => this.#progress.label(`fuzz: ${name}, phase ${at} of ${of}, ${sent()} calls,`)
    show()
    this.#timer = setInterval(show, 200).unref()
    this.#tell(`${name}, phase ${at} of ${of}, after ${sent()} calls`)
  }

  end(): void {
    clearInterval(this.#timer)
    this.#progress.end()
  }

  #tell(what: string): void {
    if (process.stderr.isTTY) return
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1)
    process.stderr.write(`fuzz: ${what}, ${seconds} s\n`)
  }
}
