import { type Caller, textOfError } from "../caller.ts"
import type { HeldOperation } from "../operation-gate.ts"
import type { Step } from "../step.ts"

interface Line {
  readonly letter: string
  text: string
  readonly place: string
}

const maxText = 100

/** What happened in a run, step by step. */
export class Story {
  readonly #lines: Line[] = []
  /** The number of the line of each statement. */
  readonly #numbers = new Map<object, number>()
  /** Those that have a line. */
  readonly #problems = new Set<object>()

  /** Adds a chosen step. */
  step({ key, caller, held, failure }: Step): void {
    const letter = caller?.letter ?? ""
    if (held === undefined) return this.#add(letter, textOf(key, failure))
    const known = this.#numbers.get(held)
    if (known === undefined) {
      const failed = failure === undefined ? "" : "the connection is lost before: "
      this.#add(letter, `${failed}${shortened(held.operation.text)}`, held.place())
      this.#numbers.set(held, this.#lines.length)
    } else if (failure !== undefined) this.#add(letter, `the connection is lost before the reply to ${known}`)
    // The reply of the line before needs no line of its own.
    else if (known !== this.#lines.length) this.#add(letter, `gets the reply to ${known}`)
  }

  /** Adds to the line of a statement that it waits for a lock, or has failed. */
  note(held: HeldOperation): void {
    const line = this.#lines[(this.#numbers.get(held) ?? 0) - 1]
    if (line === undefined) return
    if (held.state === "runs" && held.told === "nothing") {
      held.told = "wait"
      line.text += "  [waits for a lock]"
    } else if (held.error !== undefined && held.told !== "error") {
      held.told = "error"
      line.text += `  [${messageOf(held.error)}]`
    }
  }

  /** Adds what is wrong with the replies that a call got since it was last asked. */
  problems({ letter, problems }: Caller): void {
    for (const problem of problems.filter((one) => !this.#problems.has(one))) {
      this.#problems.add(problem)
      this.#add(letter, shortened(problem.text))
    }
  }

  /** Adds how a call ended. */
  outcome({ letter, outcome }: Caller): void {
    const { status, error } = outcome!
    const thrown = error === undefined ? "" : `throws ${textOfError(error)}`
    this.#add(letter, thrown || (status === undefined ? "ends" : `ends with ${status}`))
  }

  /** The lines, with numbers. */
  toString(): string {
    // A line with an error is longer, and its place follows it.
    const width = Math.min(maxText + 2, Math.max(...this.#lines.map(({ text }) => text.length)))
    const wide = Math.max(...this.#lines.map(({ letter }) => letter.length))
    return this.#lines
      .map(({ letter, text, place }, index) => {
        const number = String(index + 1).padStart(4)
        return `${number}  ${letter.padEnd(wide)}  ${place === "" ? text : `${text.padEnd(width)}  ${place}`}`
      })
      .join("\n")
  }

  #add(letter: string, text: string, place = ""): void {
    this.#lines.push({ letter, text, place })
  }
}

function textOf(key: string, failure: Step["failure"]): string {
  if (failure === "crash") return "the application crashes, and starts again"
  if (failure === "clientGone") return "the client disconnects"
  return failure === "clock" ? `the clock moves by ${key.replace("clock ", "")}` : "begins"
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length > maxText ? `${line.slice(0, maxText - 1)}…` : line
}

function messageOf(error: unknown): string {
  return shortened(error instanceof Error ? error.message : typeof error)
}
